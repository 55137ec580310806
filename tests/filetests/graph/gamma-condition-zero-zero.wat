;; Results 0 and 0, made in the alternatives, are not the condition.
;; test: graph redirect,dead
;; run: f(0) == 0
;; run: f(1) == 0
;; run: f(2) == 0
(module
  (func (export "f") (param $c i32) (result i32)
    (if (result i32) (local.get $c)
      (then (i32.const 0))
      (else (i32.const 0)))))

;; expect:
;; ; gamma 1, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, s1.0, e2) {
;;   v3 = i32.const 0
;; } => v3, s1.0, e2
