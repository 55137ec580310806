;; Functions that are recursive by direct calls, alone or mutually, are not inlined, but for one whose only call is in another function of the circle.
;; test: pass inline,unreachable,ssa-cleanup,simplify-cfg,dce
;; run: f(4) == 24
;; run: even(7) == 0
(module
  (func $fac (param i32) (result i32)
    (if (result i32) (local.get 0)
      (then (i32.mul (local.get 0) (call $fac (i32.sub (local.get 0) (i32.const 1)))))
      (else (i32.const 1))))
  (func $even (param i32) (result i32)
    (if (result i32) (local.get 0)
      (then (call $odd (i32.sub (local.get 0) (i32.const 1)))) (else (i32.const 1))))
  (func $odd (param i32) (result i32)
    (if (result i32) (local.get 0)
      (then (call $even (i32.sub (local.get 0) (i32.const 1)))) (else (i32.const 0))))
  (func (export "f") (param i32) (result i32) (call $fac (local.get 0)))
  (func (export "even") (param i32) (result i32) (call $even (local.get 0))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   export "f" f3
;;   export "even" f4
;;   func f0 : ty0 "fac" {
;;   b0(v0: i32):
;;     v7 = i32.const 1
;;     br_if v0, b2, b1(v7)
;;   b1(v1: i32):
;;     return v1
;;   b2:
;;     v2 = i32.const 1
;;     v3 = i32.sub v0, v2
;;     v4 = call f0 v3
;;     v5 = i32.mul v0, v4
;;     return v5
;;   }
;;   func f1 : ty0 "even" {
;;     ctx0 = "inline f2"
;;   b0(v0: i32):
;;     v12 = i32.const 0
;;     v13 = i32.const 1
;;     br_if v0, b2, b1(v13)
;;   b1(v1: i32):
;;     return v1
;;   b2:
;;     v2 = i32.const 1
;;     v3 = i32.sub v0, v2
;;     br_if v3, b6, b1(v12)
;;   b6:
;;     v9 = i32.const 1
;;     v10 = i32.sub v3, v9
;;     v11 = call f1 v10
;;     return v11
;;   }
;;   func f2 : ty0 "odd" {
;;   b0(v0: i32):
;;     v6 = i32.const 0
;;     br_if v0, b2, b1(v6)
;;   b1(v1: i32):
;;     return v1
;;   b2:
;;     v2 = i32.const 1
;;     v3 = i32.sub v0, v2
;;     v4 = call f1 v3
;;     return v4
;;   }
;;   func f3 : ty0 {
;;   b0(v0: i32):
;;     v1 = call f0 v0
;;     return v1
;;   }
;;   func f4 : ty0 {
;;   b0(v0: i32):
;;     v1 = call f1 v0
;;     return v1
;;   }
;; }
