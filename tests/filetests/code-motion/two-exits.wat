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
;;   v11, c12 = theta (v13 = v1, c14 = c5) {
;;     v15 = i32.eq v13, v9
;;     c16 = match v15 {0 => 0, _ => 1}
;;     c17 = gamma c16 {
;;       0:
;;       => c8
;;       1:
;;         c18 = match v10 {0 => 0, _ => 1}
;;         c19 = gamma c18 {
;;           0:
;;           => c8
;;           1:
;;           => c7
;;         }
;;       => c19
;;     }
;;     c20 = match c17 {3 => 0, _ => 1}
;;     v21, c22 = gamma c20 {
;;       0:
;;         v23 = i32.const 1
;;         v24 = i32.sub v13, v23
;;         c25 = match v24 {0 => 9, _ => 2}
;;       => v24, c25
;;       1:
;;       => v6, c7
;;     }
;;     c26 = match c22 {2 => 1, _ => 0}
;;     => c26 repeat v21, c22
;;   }
;;   c27 = match c12 {9 => 0, _ => 1}
;;   s28.0, e29 = gamma c27 {
;;     0:
;;       v30 = global.get g0 s2.0
;;       v31 = i32.mul v0, v9
;;       v32 = i32.add v30, v31
;;       s33.0, e34 = global.set g0 v32, s2.0, e4
;;     => s33.0, e34
;;     1:
;;       v35 = i32.const 8
;;       s36.0, e37 = global.set g0 v35, s2.0, e4
;;     => s36.0, e37
;;   }
;;   v38 = global.get g0 s28.0
;; } => v38, s28.0, s3.1, e29
