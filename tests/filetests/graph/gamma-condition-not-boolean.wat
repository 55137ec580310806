;; Results 1 and 0 under a condition that may be greater than 1: the exit variable is `condition != 0`.
;; test: graph redirect,dead
;; run: f(0) == 0
;; run: f(1) == 1
;; run: f(2) == 1
;; run: f(-1) == 1
(module
  (func (export "f") (param $c i32) (result i32)
    (if (result i32) (local.get $c)
      (then (i32.const 1))
      (else (i32.const 0)))))

;; expect:
;; ; gamma 1, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, s1.0, e2) {
;;   v3 = i32.const 0
;;   v4 = i32.ne v0, v3
;; } => v4, s1.0, e2
