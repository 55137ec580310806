;; Code behind a branch is not lifted.
;; test: print
;; run: f(1) == 1
(module
  (func (export "f") (param i32) (result i32)
    (return (local.get 0))
    (drop (i32.div_u (i32.const 1) (i32.const 0)))
    (unreachable)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     return v0
;;   }
;; }
