;; Alternatives that swap two values: neither exit variable is invariant.
;; test: graph redirect,dead
;; run: f(1, 5, 3) == 2
;; run: f(0, 5, 3) == -2
(module
  (func (export "f") (param $c i32) (param $x i32) (param $y i32) (result i32)
    (if (result i32 i32) (local.get $c)
      (then (local.get $x) (local.get $y))
      (else (local.get $y) (local.get $x)))
    (i32.sub)))

;; expect:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, v2: i32, s3.0, e4) {
;;   c5 = match v0 {0 => 0, _ => 1}
;;   v6, v7 = gamma c5 {
;;     0:
;;     => v2, v1
;;     1:
;;     => v1, v2
;;   }
;;   v8 = i32.sub v6, v7
;; } => v8, s3.0, e4
