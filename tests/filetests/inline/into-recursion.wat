;; Callees are inlined into a recursive function, but not the function into itself.
;; test: pass inline,unreachable,ssa-cleanup,simplify-cfg,dce
;; run: f(4) == 24
(module
  (func $less (param i32) (result i32) (i32.sub (local.get 0) (i32.const 1)))
  (func $f (export "f") (param i32) (result i32)
    (if (result i32) (local.get 0)
      (then (i32.mul (local.get 0) (call $f (call $less (local.get 0)))))
      (else (i32.const 1)))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   export "f" f1
;;   func f0 : ty0 "less" {
;;   b0(v0: i32):
;;     v1 = i32.const 1
;;     v2 = i32.sub v0, v1
;;     return v2
;;   }
;;   func f1 : ty0 "f" {
;;     ctx0 = "inline f0"
;;   b0(v0: i32):
;;     v8 = i32.const 1
;;     br_if v0, b2, b1(v8)
;;   b1(v1: i32):
;;     return v1
;;   b2:
;;     v6 = i32.const 1
;;     v7 = i32.sub v0, v6
;;     v3 = call f1 v7
;;     v4 = i32.mul v0, v3
;;     return v4
;;   }
;; }
