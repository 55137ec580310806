;; A division that may trap keeps its place on the order edge, though its result is unused.
;; test: graph reduce,dead
;; run: f(0) == trap
;; run: f(5) == 5
(module
  (func (export "f") (param i32) (result i32)
    (drop (i32.div_u (i32.const 4) (local.get 0)))
    (i32.add (local.get 0) (i32.const 0))))

;; expect:
;; ; reduce: values 1
;; f0: graph (v0: i32, s1.0, e2) {
;;   v3 = i32.const 4
;;   v4, e5 = i32.div_u v3, v0, e2
;; } => v0, s1.0, e5
