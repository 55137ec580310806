;; Of two exit variables only one is invariant and redirected.
;; test: graph redirect,dead
;; run: f(1, 5, 3) == 8
;; run: f(0, 5, 3) == 6
(module
  (func (export "f") (param $c i32) (param $x i32) (param $y i32) (result i32)
    (if (result i32 i32) (local.get $c)
      (then (local.get $x) (local.get $y))
      (else (local.get $y) (local.get $y)))
    (i32.add)))

;; expect:
;; ; gamma 1, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, v2: i32, s3.0, e4) {
;;   c5 = match v0 {0 => 0, _ => 1}
;;   v6 = gamma c5 {
;;     0:
;;     => v2
;;     1:
;;     => v1
;;   }
;;   v7 = i32.add v6, v2
;; } => v7, s3.0, e4
