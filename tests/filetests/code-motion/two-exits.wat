;; A loop with two exits: a node that is used after one of them is computed there.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(2, 3) == 6
;; run: f(3, 3) == 8
(module
  (memory 1)
  (global $s (mut i32) (i32.const 0))
  (func (export "f") (param $x i32) (param $n i32) (result i32)
    (local $i i32) (local $j i32)
    (local.set $i (i32.mul (local.get $x) (i32.const 3))) (block $out (loop $l (if (i32.eq (local.get $n) (i32.const 3)) (then (if (i32.eq (local.get $x) (i32.const 3)) (then (global.set $s (i32.const 8)) (br $out))))) (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1))))) (global.set $s (i32.add (global.get $s) (local.get $i))))
    (global.get $s)))

;; expect:
;; ; cne: pure 2
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: hoisted 1, sunk 1
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   c5 = undef control
;;   v6 = undef i32
;;   c7 = control 7
;;   c8 = control 3
;;   v9 = i32.const 3
;;   v10 = i32.eq v0, v9
;;   v11, e12, c13 = theta (v14 = v1, e15 = e4, c16 = c5) {
;;     v17 = i32.eq v14, v9
;;     c18 = match v17 {0 => 0, _ => 1}
;;     c19 = gamma c18 {
;;       0:
;;       => c8
;;       1:
;;         c20 = match v10 {0 => 0, _ => 1}
;;         c21 = gamma c20 {
;;           0:
;;           => c8
;;           1:
;;           => c7
;;         }
;;       => c21
;;     }
;;     c22 = match c19 {3 => 0, _ => 1}
;;     v23, c24 = gamma c22 {
;;       0:
;;         v25 = i32.const 1
;;         v26 = i32.sub v14, v25
;;         c27 = match v26 {0 => 9, _ => 2}
;;       => v26, c27
;;       1:
;;       => v6, c7
;;     }
;;     c28 = match c24 {2 => 1, _ => 0}
;;     => c28 repeat v23, e15, c24
;;   }
;;   c29 = match c13 {9 => 0, _ => 1}
;;   s30.0, e31 = gamma c29 {
;;     0:
;;       v32 = global.get g0 s2.0
;;       v33 = i32.mul v0, v9
;;       v34 = i32.add v32, v33
;;       s35.0, e36 = global.set g0 v34, s2.0, e12
;;     => s35.0, e36
;;     1:
;;       v37 = i32.const 8
;;       s38.0, e39 = global.set g0 v37, s2.0, e12
;;     => s38.0, e39
;;   }
;;   v40 = global.get g0 s30.0
;; } => v40, s30.0, s3.1, e31
