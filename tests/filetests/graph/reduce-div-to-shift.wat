;; A division that can no longer trap is taken off the order edge.
;; test: graph reduce,dead
;; run: f(12) == 3
(module
  (func (export "f") (param i32) (result i32)
    (i32.div_u (local.get 0) (i32.const 4))))

;; expect:
;; ; reduce: simplified 1
;; f0: graph (v0: i32, s1.0, e2) {
;;   v3 = i32.const 2
;;   v4 = i32.shr_u v0, v3
;; } => v4, s1.0, e2
