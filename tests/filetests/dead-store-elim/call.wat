;; A call may read and write the cell: its value is unknown afterwards, and the store before stays.
;; test: pass unreachable,gvn,load-elim,dead-store-elim,ssa-cleanup,dce
;; run: f(8, 5) == 9
(module (memory 1)
  (func $g (param $p i32)
    (i32.store (local.get $p) (i32.add (i32.load (local.get $p)) (i32.const 4))))
  (func (export "f") (param $p i32) (param $x i32) (result i32) (local $y i32)
    (i32.store (local.get $p) (local.get $x))
    (call $g (local.get $p))
    (local.set $y (i32.load (local.get $p)))
    (i32.store (local.get $p) (i32.const 0))
    (local.get $y)))

;; expect:
;; module {
;;   ty0 = func (i32) -> ()
;;   ty1 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f1
;;   func f0 : ty0 "g" {
;;   b0(v0: i32):
;;     v1 = i32.load v0
;;     v2 = i32.const 4
;;     v3 = i32.add v1, v2
;;     i32.store v0, v3
;;     return
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     i32.store v0, v1
;;     call f0 v0
;;     v3 = i32.load v0
;;     i32.store v0, v2
;;     return v3
;;   }
;; }
