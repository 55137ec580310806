;; The condition of an enclosing alternative holds in an inner one, too: the inner result is x, and so is the outer one.
;; test: graph redirect,dead
;; run: f(0, 1) == 0
;; run: f(0, 0) == 0
;; run: f(3, 1) == 3
(module
  (func (export "f") (param $x i32) (param $y i32) (result i32)
    (if (result i32) (i32.eqz (local.get $x))
      (then (if (result i32) (local.get $y) (then (local.get $x)) (else (i32.const 0))))
      (else (local.get $x)))))

;; expect:
;; ; gamma 2, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, s2.0, e3) {
;; } => v0, s2.0, e3
