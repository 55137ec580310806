;; A gamma that changes neither states nor order is dead once its value is redirected.
;; test: graph redirect,dead
;; run: f(1, 5) == 5
;; run: f(0, 5) == 5
(module
  (memory 1)
  (func (export "f") (param $c i32) (param $x i32) (result i32)
    (if (result i32) (local.get $c)
      (then (drop (i32.mul (local.get $x) (local.get $x))) (local.get $x))
      (else (drop (i32.add (local.get $x) (i32.const 3))) (local.get $x)))
    (i32.store (i32.const 8) (local.get $x))))

;; expect:
;; ; gamma 1, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   v5 = i32.const 8
;;   s6.0, e7 = i32.store v5, v1, s2.0, e4
;; } => v1, s6.0, s3.1, e7
