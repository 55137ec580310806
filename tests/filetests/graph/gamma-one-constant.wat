;; The same constant in all alternatives is the result; an undefined result agrees.
;; test: graph redirect,dead
;; run: f(0) == 4
;; run: f(1) == 4
;; run: differ(0) == 5
;; run: differ(2) == 4
(module
  (global $n (mut i32) (i32.const 0))
  (func (export "f") (param $x i32) (result i32)
    (if (result i32) (local.get $x)
      (then (global.set $n (i32.const 1)) (i32.const 4)) (else (i32.const 4))))
  (func (export "differ") (param $x i32) (result i32)
    (if (result i32) (local.get $x)
      (then (global.set $n (i32.const 1)) (i32.const 4)) (else (i32.const 5)))))

;; expect:
;; ; gamma 1, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, s1.0, s2.1, e3) {
;;   c4 = match v0 {0 => 0, _ => 1}
;;   v5 = i32.const 4
;;   s6.0, e7 = gamma c4 {
;;     0:
;;     => s1.0, e3
;;     1:
;;       v8 = i32.const 1
;;       s9.0, e10 = global.set g0 v8, s1.0, e3
;;     => s9.0, e10
;;   }
;; } => v5, s6.0, s2.1, e7
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f1: graph (v0: i32, s1.0, s2.1, e3) {
;;   c4 = match v0 {0 => 0, _ => 1}
;;   v5, s6.0, e7 = gamma c4 {
;;     0:
;;       v8 = i32.const 5
;;     => v8, s1.0, e3
;;     1:
;;       v9 = i32.const 1
;;       s10.0, e11 = global.set g0 v9, s1.0, e3
;;       v12 = i32.const 4
;;     => v12, s10.0, e11
;;   }
;; } => v5, s6.0, s2.1, e7
