;; Calls of imports are not inlined.
;; test: pass inline,unreachable,ssa-cleanup,simplify-cfg,dce
(module
  (import "env" "i" (func $i (param i32) (result i32)))
  (func (export "f") (param i32) (result i32) (call $i (local.get 0))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   import f0 "env" "i" : ty0 "i"
;;   export "f" f1
;;   func f1 : ty0 {
;;   b0(v0: i32):
;;     v1 = call f0 v0
;;     return v1
;;   }
;; }
