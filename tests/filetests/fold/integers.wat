;; Constant folding and identities of integer operators.
;; test: pass fold,dce
;; run: constants() == 14
;; run: identities(9) == 9
;; run: zero(9) == 0
(module
  (func (export "constants") (result i32)
    (i32.add (i32.const 2) (i32.mul (i32.const 3) (i32.const 4))))
  (func (export "identities") (param i32) (result i32)
    (i32.or (i32.mul (i32.add (local.get 0) (i32.const 0)) (i32.const 1)) (i32.const 0)))
  (func (export "zero") (param i32) (result i32)
    (i32.xor (local.get 0) (local.get 0))))

;; expect:
;; module {
;;   ty0 = func () -> (i32)
;;   ty1 = func (i32) -> (i32)
;;   export "constants" f0
;;   export "identities" f1
;;   export "zero" f2
;;   func f0 : ty0 {
;;   b0:
;;     v4 = i32.const 14
;;     return v4
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32):
;;     return v0
;;   }
;;   func f2 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     return v1
;;   }
;; }
