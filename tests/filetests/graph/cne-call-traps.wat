;; An unused call of a function that may trap or not terminate stays. Two equal ones are merged.
;; test: graph common,dead
;; run: f(1) == 1
;; run: f(0) == trap
(module
  (func $div (param i32) (result i32) (i32.div_u (i32.const 1) (local.get 0)))
  (func $spin (param i32) (loop $l (br_if $l (local.get 0))))
  (func (export "f") (param i32) (result i32)
    (drop (call $div (local.get 0)))
    (call $spin (i32.const 0))
    (call $div (local.get 0))))

;; expect:
;; ; cne:
;; f0: graph (v0: i32, s1.0, e2) {
;;   v3 = i32.const 1
;;   v4, e5 = i32.div_u v3, v0, e2
;; } => v4, s1.0, e5
;; ; cne:
;; f1: graph (v0: i32, s1.0, e2) {
;;   e3 = theta (e4 = e2) {
;;     c5 = match v0 {0 => 0, _ => 1}
;;     => c5 repeat e4
;;   }
;; } => s1.0, e3
;; ; cne: pure 1
;; f2: graph (v0: i32, s1.0, e2) {
;;   v3, e4 = call f0 v0, e2
;;   v5 = i32.const 0
;;   e6 = call f1 v5, e4
;; } => v3, s1.0, e6
