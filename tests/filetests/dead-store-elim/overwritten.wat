;; A store to a cell that was accessed before is removed if it is overwritten on all paths.
;; test: pass unreachable,gvn,load-elim,dead-store-elim,ssa-cleanup,dce
;; run: f(8, 5, 1) == 1
;; run: f(8, 5, 0) == 2
(module (memory 1)
  (func (export "f") (param $p i32) (param $x i32) (param $c i32) (result i32)
    (drop (i32.load (local.get $p)))
    (i32.store (local.get $p) (local.get $x))
    (if (local.get $c)
      (then (i32.store (local.get $p) (i32.const 1)))
      (else (i32.store (local.get $p) (i32.const 2))))
    (i32.load (local.get $p))))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.load v0
;;     br_if v2, b2, b3
;;   b1(v7: i32):
;;     return v7
;;   b2:
;;     v4 = i32.const 1
;;     i32.store v0, v4
;;     jump b1(v4)
;;   b3:
;;     v5 = i32.const 2
;;     i32.store v0, v5
;;     jump b1(v5)
;;   }
;; }
