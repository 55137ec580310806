;; Two equal divisions are merged, and the order edge skips the second one.
;; test: graph common,dead
;; run: f(12, 4) == 6
;; run: f(1, 0) == trap
(module
  (func (export "f") (param i32 i32) (result i32)
    (i32.add (i32.div_u (local.get 0) (local.get 1)) (i32.div_u (local.get 0) (local.get 1)))))

;; expect:
;; ; cne: pure 1
;; f0: graph (v0: i32, v1: i32, s2.0, e3) {
;;   v4, e5 = i32.div_u v0, v1, e3
;;   v6 = i32.add v4, v4
;; } => v6, s2.0, e5
