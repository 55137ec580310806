;; A node that is used in one alternative and after the gamma stays before it.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(2, 3) == 12
;; run: f(0, 3) == 0
(module
  (memory 1)
  (global $s (mut i32) (i32.const 0))
  (func (export "f") (param $x i32) (param $n i32) (result i32)
    (local $i i32) (local $j i32)
    (local.set $i (i32.mul (local.get $x) (i32.const 3))) (if (local.get $x) (then (global.set $s (i32.add (global.get $s) (local.get $i))))) (global.set $s (i32.add (global.get $s) (local.get $i)))
    (global.get $s)))

;; expect:
;; ; cne: stores 1
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion:
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   v5 = i32.const 3
;;   v6 = i32.mul v0, v5
;;   c7 = match v0 {0 => 0, _ => 1}
;;   s8.0, e9 = gamma c7 {
;;     0:
;;     => s2.0, e4
;;     1:
;;       v10 = global.get g0 s2.0
;;       v11 = i32.add v10, v6
;;       s12.0, e13 = global.set g0 v11, s2.0, e4
;;     => s12.0, e13
;;   }
;;   v14 = global.get g0 s8.0
;;   v15 = i32.add v14, v6
;;   s16.0, e17 = global.set g0 v15, s8.0, e9
;; } => v15, s16.0, s3.1, e17
