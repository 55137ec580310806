;; Code after a call that never returns is dead.
;; test: pass inline,unreachable,ssa-cleanup,simplify-cfg,dce
;; run: f(1) == 5
;; run: f(0) == trap
(module
  (func $fail unreachable)
  (func (export "f") (param i32) (result i32)
    (if (i32.eqz (local.get 0)) (then (call $fail) (drop (memory.grow (i32.const 1)))))
    (i32.const 5))
  (memory 1))

;; expect:
;; module {
;;   ty0 = func () -> ()
;;   ty1 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f1
;;   func f0 : ty0 "fail" {
;;   b0:
;;     unreachable
;;   }
;;   func f1 : ty1 {
;;     ctx0 = "inline f0"
;;   b0(v0: i32):
;;     v1 = i32.eqz v0
;;     br_if v1, b2, b1
;;   b1:
;;     v4 = i32.const 5
;;     return v4
;;   b2:
;;     unreachable
;;   }
;; }
