;; A condition that was tested before is decided in the blocks that its branch dominates.
;; test: pass branch-facts,simplify-cfg,unreachable,ssa-cleanup
;; run: f(0) == 4
;; run: f(1) == 3
(module
  (import "env" "log" (func $log (param i32)))
  (func (export "f") (param i32) (result i32)
    (if (local.get 0) (then (call $log (i32.const 1))) (else (call $log (i32.const 2))))
    (if (result i32) (local.get 0) (then (i32.const 3)) (else (i32.const 4)))))

;; expect:
;; module {
;;   ty0 = func (i32) -> ()
;;   ty1 = func (i32) -> (i32)
;;   import f0 "env" "log" : ty0 "log"
;;   export "f" f1
;;   func f1 : ty1 {
;;   b0(v0: i32):
;;     br_if v0, b2, b3
;;   b2:
;;     v1 = i32.const 1
;;     call f0 v1
;;     v7 = i32.const 3
;;     return v7
;;   b3:
;;     v2 = i32.const 2
;;     call f0 v2
;;     v9 = i32.const 4
;;     return v9
;;   }
;; }
