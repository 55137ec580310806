;; The results 1 and 0 of a comparison's alternatives: the exit variable is the comparison.
;; test: graph redirect,dead
;; run: f(3, 5) == 1
;; run: f(5, 3) == 0
(module
  (func (export "f") (param $a i32) (param $b i32) (result i32)
    (if (result i32) (i32.lt_s (local.get $a) (local.get $b))
      (then (i32.const 1))
      (else (i32.const 0)))))

;; expect:
;; ; gamma 1, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, s2.0, e3) {
;;   v4 = i32.lt_s v0, v1
;; } => v4, s2.0, e3
