;; An exception thrown by the inlined body leaves the caller: there is no handler around the call.
;; test: pass inline,unreachable,ssa-cleanup,simplify-cfg,dce
;; run: f(0) == 1
(module
  (tag $t (param i32))
  (func $throw (param i32) (if (local.get 0) (then (throw $t (i32.const 7)))))
  (func (export "f") (param i32) (result i32) (call $throw (local.get 0)) (i32.const 1)))

;; expect:
;; module {
;;   ty0 = func (i32) -> ()
;;   ty1 = func (i32) -> (i32)
;;   tag tag0 : ty0 "t"
;;   export "f" f1
;;   func f0 : ty0 "throw" {
;;   b0(v0: i32):
;;     br_if v0, b2, b1
;;   b1:
;;     return
;;   b2:
;;     v1 = i32.const 7
;;     throw tag0 v1
;;   }
;;   func f1 : ty1 {
;;     ctx0 = "inline f0"
;;   b0(v0: i32):
;;     br_if v0, b3, b1
;;   b1:
;;     v1 = i32.const 1
;;     return v1
;;   b3:
;;     v2 = i32.const 7
;;     throw tag0 v2
;;   }
;; }
