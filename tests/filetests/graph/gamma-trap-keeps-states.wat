;; A gamma that may trap: its value is redirected, its order and states are not.
;; test: graph redirect,dead
;; run: f(0, 5) == 5
;; run: f(1, 5) == 5
;; run: f(1, 0) == trap
(module
  (memory 1)
  (func (export "f") (param $c i32) (param $x i32) (result i32)
    (if (result i32) (local.get $c)
      (then (drop (i32.div_u (i32.const 1) (local.get $x))) (local.get $x))
      (else (local.get $x)))
    (i32.store (i32.const 8) (local.get $x))))

;; expect:
;; ; gamma 1, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   c5 = match v0 {0 => 0, _ => 1}
;;   e6 = gamma c5 {
;;     0:
;;     => e4
;;     1:
;;       v7 = i32.const 1
;;       v8, e9 = i32.div_u v7, v1, e4
;;     => e9
;;   }
;;   v10 = i32.const 8
;;   s11.0, e12 = i32.store v10, v1, s2.0, e6
;; } => v1, s11.0, s3.1, e12
