;; Results 0 and -1 are not the condition.
;; test: graph redirect,dead
;; run: f(0) == 0
;; run: f(1) == -1
;; run: f(2) == -1
(module
  (func (export "f") (param $c i32) (result i32)
    (if (result i32) (i32.eq (local.get $c) (i32.const 0))
      (then (i32.const 0))
      (else (i32.const -1)))))

;; expect:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, s1.0, e2) {
;;   v3 = i32.const 0
;;   v4 = i32.eq v0, v3
;;   c5 = match v4 {0 => 0, _ => 1}
;;   v6 = gamma c5 {
;;     0:
;;       v7 = i32.const -1
;;     => v7
;;     1:
;;       v8 = i32.const 0
;;     => v8
;;   }
;; } => v6, s1.0, e2
