;; One alternative sets a global: reads before and after are two values.
;; test: graph redirect,dead
;; run: f(1, 5) == 5
;; run: f(0, 5) == 0
(module
  (global $g (mut i32) (i32.const 0))
  (func (export "f") (param $c i32) (param $x i32) (result i32) (local $r i32)
    (local.set $r (global.get $g))
    (if (result i32) (local.get $c)
      (then (global.set $g (local.get $x)) (global.get $g))
      (else (local.get $r)))
    (global.set $g (i32.const 0))))

;; expect:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   v5 = global.get g0 s2.0
;;   c6 = match v0 {0 => 0, _ => 1}
;;   v7, s8.0, e9 = gamma c6 {
;;     0:
;;     => v5, s2.0, e4
;;     1:
;;       s10.0, e11 = global.set g0 v1, s2.0, e4
;;       v12 = global.get g0 s10.0
;;     => v12, s10.0, e11
;;   }
;;   v13 = i32.const 0
;;   s14.0, e15 = global.set g0 v13, s8.0, e9
;; } => v7, s14.0, s3.1, e15
