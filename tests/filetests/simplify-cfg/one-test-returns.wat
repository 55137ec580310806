;; Two blocks that return the same constant are one target.
;; test: pass unreachable,ssa-cleanup,simplify-cfg,dce
;; run: f(48) == 77
;; run: f(49) == 77
;; run: f(50) == 2500
;; run: f(47) == 2209
(module
  (func (export "f") (param $x i32) (result i32)
    (if (i32.eq (local.get $x) (i32.const 48)) (then (return (i32.const 77))))
    (if (i32.eq (local.get $x) (i32.const 49)) (then (return (i32.const 77))))
    (i32.mul (local.get $x) (local.get $x))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v8 = i32.const -48
;;     v9 = i32.add v0, v8
;;     v10 = i32.const 2
;;     v11 = i32.lt_u v9, v10
;;     br_if v11, b2, b4
;;   b2:
;;     v3 = i32.const 77
;;     return v3
;;   b4:
;;     v7 = i32.mul v0, v0
;;     return v7
;;   }
;; }
