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
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, s1.0, e2) {
;;   c3 = match v0 {0 => 0, _ => 1}
;;   v4 = gamma c3 {
;;     0:
;;       v5 = i32.const 0
;;     => v5
;;     1:
;;       v6 = i32.const 0
;;     => v6
;;   }
;; } => v4, s1.0, e2
