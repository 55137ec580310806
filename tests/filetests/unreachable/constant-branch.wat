;; A block that only a decided branch reached is removed once the branch is folded.
;; test: pass simplify-cfg,unreachable
;; run: f(2) == 2
(module
  (func (export "f") (param i32) (result i32)
    (if (i32.const 0) (then (return (i32.const 1))))
    (local.get 0)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     return v0
;;   }
;; }
