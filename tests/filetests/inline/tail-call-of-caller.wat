;; A tail call in the caller is not inlined.
;; test: pass inline,unreachable,ssa-cleanup,simplify-cfg,dce
;; run: f(5) == 6
(module
  (func $inc (param i32) (result i32) (i32.add (local.get 0) (i32.const 1)))
  (func (export "f") (param i32) (result i32) (return_call $inc (local.get 0))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   export "f" f1
;;   func f0 : ty0 "inc" {
;;   b0(v0: i32):
;;     v1 = i32.const 1
;;     v2 = i32.add v0, v1
;;     return v2
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32):
;;     return_call f0 v0
;;   }
;; }
