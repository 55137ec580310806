;; A division by a constant zero, and one that overflows, still trap.
;; test: pass fold,dce
;; run: zero(1) == trap
;; run: overflow() == trap
;; run: fine() == -2147483648
(module
  (func (export "zero") (param i32) (result i32) (i32.div_s (local.get 0) (i32.const 0)))
  (func (export "overflow") (result i32)
    (i32.div_s (i32.const -2147483648) (i32.const -1)))
  (func (export "fine") (result i32)
    (i32.div_s (i32.const -2147483648) (i32.const 1))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   ty1 = func () -> (i32)
;;   export "zero" f0
;;   export "overflow" f1
;;   export "fine" f2
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v2 = i32.div_s v0, v1
;;     return v2
;;   }
;;   func f1 : ty1 {
;;   b0:
;;     v0 = i32.const -2147483648
;;     v1 = i32.const -1
;;     v2 = i32.div_s v0, v1
;;     return v2
;;   }
;;   func f2 : ty1 {
;;   b0:
;;     v2 = i32.const -2147483648
;;     return v2
;;   }
;; }
