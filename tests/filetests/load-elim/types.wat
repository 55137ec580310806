;; A store of another type at the same address is another cell, and invalidates the first.
;; test: pass unreachable,gvn,load-elim,dead-store-elim,ssa-cleanup,dce
;; run: f(8, 1.0, 1) == 1065353216
(module (memory 1)
  (func (export "f") (param $p i32) (param $x f32) (param $c i32) (result i32)
    (i32.store (local.get $p) (local.get $c))
    (if (local.get $c) (then (f32.store (local.get $p) (local.get $x))))
    (i32.load (local.get $p))))

;; expect:
;; module {
;;   ty0 = func (i32, f32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: f32, v2: i32):
;;     i32.store v0, v2
;;     br_if v2, b2, b3
;;   b1:
;;     v3 = i32.load v0
;;     return v3
;;   b2:
;;     f32.store v0, v1
;;     jump b1
;;   b3:
;;     jump b1
;;   }
;; }
