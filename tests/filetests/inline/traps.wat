;; A trap in the inlined body traps in the caller, after the effects before it.
;; test: pass inline,unreachable,ssa-cleanup,simplify-cfg,dce
;; run: f(4) == 25
;; run: f(0) == trap
;; run: g() == 0
(module
  (global $g (mut i32) (i32.const 0))
  (func $div (param i32) (result i32)
    (global.set $g (local.get 0))
    (if (i32.eqz (local.get 0)) (then unreachable))
    (i32.div_u (i32.const 100) (local.get 0)))
  (func (export "f") (param i32) (result i32) (call $div (local.get 0)))
  (func (export "g") (result i32) (global.get $g)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   ty1 = func () -> (i32)
;;   global g0 : mut i32 "g" = i32.const 0
;;   export "f" f1
;;   export "g" f2
;;   func f0 : ty0 "div" {
;;   b0(v0: i32):
;;     global.set g0 v0
;;     v1 = i32.eqz v0
;;     br_if v1, b2, b1
;;   b1:
;;     v2 = i32.const 100
;;     v3 = i32.div_u v2, v0
;;     return v3
;;   b2:
;;     unreachable
;;   }
;;   func f1 : ty0 {
;;     ctx0 = "inline f0"
;;   b0(v0: i32):
;;     global.set g0 v0
;;     v3 = i32.eqz v0
;;     br_if v3, b3, b2
;;   b2:
;;     v4 = i32.const 100
;;     v5 = i32.div_u v4, v0
;;     return v5
;;   b3:
;;     unreachable
;;   }
;;   func f2 : ty1 {
;;   b0:
;;     v0 = global.get g0
;;     return v0
;;   }
;; }
