;; A pass wrote x as 0 in the alternative where it is zero, and calls hand it through: the result is x in a loop, too.
;; test: graph redirect,dead
;; run: f(0) == 0
;; run: f(5) == 0
;; run: loop(0, 3) == 0
;; run: loop(5, 3) == 5
(module
  (global $n (mut i32) (i32.const 0))
  (func $a (param i32) (result i32)
    (global.set $n (local.get 0))
    (local.get 0))
  (func (export "f") (param $x i32) (result i32) (local $r i32)
    (if (i32.eqz (local.get $x))
      (then (local.set $r (call $a (i32.const 0))))
      (else (global.set $n (i32.const 7)) (local.set $r (call $a (local.get $x)))))
    (i32.sub (local.get $r) (local.get $x)))
  (func (export "loop") (param $x i32) (param $n i32) (result i32)
    (loop $l
      (if (local.get $x) (then (local.set $x (call $a (local.get $x)))) (else (local.set $x (i32.const 0))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $x)))

;; expect:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, s1.0, s2.1, e3) {
;;   s4.0, e5 = global.set g0 v0, s1.0, e3
;; } => v0, s4.0, s2.1, e5
;; ; gamma 1, theta 0, dead output 0, dead pre 0
;; f1: graph (v0: i32, s1.0, s2.1, e3) {
;;   v4 = i32.eqz v0
;;   c5 = match v4 {0 => 0, _ => 1}
;;   s6.0, e7 = gamma c5 {
;;     0:
;;       v8 = i32.const 7
;;       s9.0, e10 = global.set g0 v8, s1.0, e3
;;       v11, s12.0, e13 = call f0 v0, s9.0, e10
;;     => s12.0, e13
;;     1:
;;       v14 = i32.const 0
;;       v15, s16.0, e17 = call f0 v14, s1.0, e3
;;     => s16.0, e17
;;   }
;;   v18 = i32.sub v0, v0
;; } => v18, s6.0, s2.1, e7
;; ; gamma 1, theta 1, dead output 0, dead pre 0
;; f2: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   v5, s6.0, e7 = theta (v8 = v1, s9.0 = s2.0, e10 = e4) {
;;     c11 = match v0 {0 => 0, _ => 1}
;;     s12.0, e13 = gamma c11 {
;;       0:
;;       => s9.0, e10
;;       1:
;;         v14, s15.0, e16 = call f0 v0, s9.0, e10
;;       => s15.0, e16
;;     }
;;     v17 = i32.const 1
;;     v18 = i32.sub v8, v17
;;     c19 = match v18 {0 => 0, _ => 1}
;;     => c19 repeat v18, s12.0, e13
;;   }
;; } => v0, s6.0, s3.1, e7
