;; A node that is only the result of one alternative is computed there.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(2, 3) == 6
;; run: f(0, 3) == 3
(module
  (memory 1)
  (global $s (mut i32) (i32.const 0))
  (func (export "f") (param $x i32) (param $n i32) (result i32)
    (local $i i32) (local $j i32)
    (local.set $i (i32.mul (local.get $x) (i32.const 3))) (global.set $s (if (result i32) (local.get $x) (then (local.get $i)) (else (local.get $n))))
    (global.get $s)))

;; expect:
;; ; cne: stores 1
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: sunk 1
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   v5 = i32.const 3
;;   c6 = match v0 {0 => 0, _ => 1}
;;   v7 = gamma c6 {
;;     0:
;;     => v1
;;     1:
;;       v8 = i32.mul v0, v5
;;     => v8
;;   }
;;   s9.0, e10 = global.set g0 v7, s2.0, e4
;; } => v7, s9.0, s3.1, e10
