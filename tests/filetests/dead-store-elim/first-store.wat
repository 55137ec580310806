;; The first store to a cell may trap, so it stays even if it is overwritten.
;; test: pass unreachable,gvn,load-elim,dead-store-elim,ssa-cleanup,dce
;; run: f(8, 5) == 6
;; run: f(70000, 5) == trap
(module (memory 1)
  (func (export "f") (param $p i32) (param $x i32) (result i32)
    (i32.store (local.get $p) (local.get $x))
    (i32.store (local.get $p) (i32.add (local.get $x) (i32.const 1)))
    (i32.load (local.get $p))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     i32.store v0, v1
;;     v2 = i32.const 1
;;     v3 = i32.add v1, v2
;;     i32.store v0, v3
;;     return v3
;;   }
;; }
