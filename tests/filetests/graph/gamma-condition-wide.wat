;; Results 0 and 1 of another type than the condition are not the condition.
;; test: graph redirect,dead
;; run: f(3, 5) == 1
;; run: f(5, 3) == 0
(module
  (func (export "f") (param $a i32) (param $b i32) (result i64)
    (if (result i64) (i32.lt_s (local.get $a) (local.get $b))
      (then (i64.const 1))
      (else (i64.const 0)))))

;; expect:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, s2.0, e3) {
;;   v4 = i32.lt_s v0, v1
;;   c5 = match v4 {0 => 0, _ => 1}
;;   v6 = gamma c5 {
;;     0:
;;       v7 = i64.const 0
;;     => v7
;;     1:
;;       v8 = i64.const 1
;;     => v8
;;   }
;; } => v6, s2.0, e3
