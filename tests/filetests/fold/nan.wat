;; The bits of a NaN are kept: negation flips the sign of one, while a product and a difference are not folded.
;; test: pass fold,dce
;; run: product(nan) == 0x7fc00000
;; run: sum(1.0, nan) == 0x7ff8000000000000
;; run: demoted(nan) == 0x7fc00000
;; run: signs(-1.0) == 0x3f800000
(module
  (func (export "product") (param f32) (result i32)
    (i32.reinterpret_f32 (f32.mul (f32.sqrt (local.get 0)) (f32.const -1))))
  (func (export "sum") (param f64 f64) (result i64)
    (i64.reinterpret_f64 (f64.add (local.get 0) (f64.neg (local.get 1)))))
  (func (export "demoted") (param f32) (result i32)
    (i32.reinterpret_f32
      (f32.demote_f64 (f64.neg (f64.promote_f32 (f32.sqrt (local.get 0)))))))
  ;; What is on the sign bit alone meets.
  (func (export "signs") (param f32) (result i32)
    (i32.reinterpret_f32 (f32.abs (f32.neg (f32.neg (local.get 0)))))))

;; expect:
;; module {
;;   ty0 = func (f32) -> (i32)
;;   ty1 = func (f64, f64) -> (i64)
;;   export "product" f0
;;   export "sum" f1
;;   export "demoted" f2
;;   export "signs" f3
;;   func f0 : ty0 {
;;   b0(v0: f32):
;;     v1 = f32.sqrt v0
;;     v2 = f32.const -1.0
;;     v3 = f32.mul v1, v2
;;     v4 = i32.reinterpret_f32 v3
;;     return v4
;;   }
;;   func f1 : ty1 {
;;   b0(v0: f64, v1: f64):
;;     v2 = f64.neg v1
;;     v3 = f64.add v0, v2
;;     v4 = i64.reinterpret_f64 v3
;;     return v4
;;   }
;;   func f2 : ty0 {
;;   b0(v0: f32):
;;     v1 = f32.sqrt v0
;;     v2 = f64.promote_f32 v1
;;     v3 = f64.neg v2
;;     v4 = f32.demote_f64 v3
;;     v5 = i32.reinterpret_f32 v4
;;     return v5
;;   }
;;   func f3 : ty0 {
;;   b0(v0: f32):
;;     v3 = f32.abs v0
;;     v4 = i32.reinterpret_f32 v3
;;     return v4
;;   }
;; }
