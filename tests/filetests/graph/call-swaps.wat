;; A callee that swaps its arguments through a gamma passes neither through.
;; test: graph common,redirect,dead
;; run: f(1, 2) == 1
;; run: f(0, 2) == -2
(module
  (func $swap (param i32 i32) (result i32 i32)
    (if (result i32 i32) (local.get 0)
      (then (local.get 1) (local.get 0))
      (else (local.get 0) (local.get 1))))
  (func (export "f") (param i32 i32) (result i32)
    (i32.sub (call $swap (local.get 0) (local.get 1)))
  ))

;; expect:
;; ; cne:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, s2.0, e3) {
;;   c4 = match v0 {0 => 0, _ => 1}
;;   v5, v6 = gamma c4 {
;;     0:
;;     => v0, v1
;;     1:
;;     => v1, v0
;;   }
;; } => v5, v6, s2.0, e3
;; ; cne:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f1: graph (v0: i32, v1: i32, s2.0, e3) {
;;   v4, v5 = call f0 v0, v1
;;   v6 = i32.sub v4, v5
;; } => v6, s2.0, e3
