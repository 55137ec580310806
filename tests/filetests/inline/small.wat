;; A body no larger than the call is inlined at each call, with arguments for parameters.
;; test: pass inline,unreachable,ssa-cleanup,simplify-cfg,dce
;; run: f(3, 4) == 49
(module
  (func $add (param i32 i32) (result i32) (i32.add (local.get 0) (local.get 1)))
  (func (export "f") (param i32 i32) (result i32)
    (i32.mul
      (call $add (local.get 0) (local.get 1))
      (call $add (local.get 1) (local.get 0)))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   export "f" f1
;;   func f0 : ty0 "add" {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.add v0, v1
;;     return v2
;;   }
;;   func f1 : ty0 {
;;     ctx0 = "inline f0"
;;     ctx1 = "inline f0"
;;   b0(v0: i32, v1: i32):
;;     v5 = i32.add v0, v1
;;     v6 = i32.add v1, v0
;;     v4 = i32.mul v5, v6
;;     return v4
;;   }
;; }
