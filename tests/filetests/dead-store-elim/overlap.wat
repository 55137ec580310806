;; A store to some bytes of a cell invalidates its value. One next to it does not.
;; test: pass unreachable,gvn,load-elim,dead-store-elim,ssa-cleanup,dce
;; run: f(8, 257, 1) == 770
(module (memory 1)
  (func (export "f") (param $p i32) (param $x i32) (param $c i32) (result i32)
    (i32.store (local.get $p) (local.get $x))
    (i32.store offset=16 (local.get $p) (local.get $x))
    (if (local.get $c)
      (then
        (i32.store8 (local.get $p) (i32.const 0))
        (i32.store8 offset=20 (local.get $p) (i32.const 0))))
    (i32.add
      (i32.add (i32.load (local.get $p)) (local.get $x))
      (i32.load offset=16 (local.get $p)))))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     i32.store v0, v1
;;     i32.store v0, v1 offset=16
;;     br_if v2, b2, b3
;;   b1:
;;     v5 = i32.load v0
;;     v6 = i32.add v5, v1
;;     v8 = i32.add v6, v1
;;     return v8
;;   b2:
;;     v3 = i32.const 0
;;     i32.store8 v0, v3
;;     i32.store8 v0, v3 offset=20
;;     jump b1
;;   b3:
;;     jump b1
;;   }
;; }
