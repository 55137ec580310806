;; A negated comparison becomes the opposite one, but not for floats, because of NaN.
;; test: pass fold,dce
;; run: int(1, 2) == 0
;; run: float(nan, 1) == 1
;; run: twice(4) == 1
(module
  (func (export "int") (param i32 i32) (result i32)
    (i32.eqz (i32.lt_s (local.get 0) (local.get 1))))
  (func (export "float") (param f32 f32) (result i32)
    (i32.eqz (f32.lt (local.get 0) (local.get 1))))
  (func (export "twice") (param i32) (result i32)
    (i32.eqz (i32.eqz (local.get 0)))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   ty1 = func (f32, f32) -> (i32)
;;   ty2 = func (i32) -> (i32)
;;   export "int" f0
;;   export "float" f1
;;   export "twice" f2
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v3 = i32.ge_s v0, v1
;;     return v3
;;   }
;;   func f1 : ty1 {
;;   b0(v0: f32, v1: f32):
;;     v2 = f32.lt v0, v1
;;     v3 = i32.eqz v2
;;     return v3
;;   }
;;   func f2 : ty2 {
;;   b0(v0: i32):
;;     v3 = i32.const 0
;;     v2 = i32.ne v0, v3
;;     return v2
;;   }
;; }
