;; A node that is only used on a path to a trap is computed there, even in a loop.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(2, 3) == 6
;; run: f(0, 3) == trap
(module
  (memory 1)
  (global $s (mut i32) (i32.const 0))
  (func (export "f") (param $x i32) (param $n i32) (result i32)
    (local $i i32) (local $j i32)
    (local.set $i (i32.mul (local.get $x) (i32.const 3))) (loop $l
      (if (i32.eqz (local.get $x)) (then (i32.store (i32.const 0) (local.get $i)) (unreachable))) (global.set $s (i32.add (global.get $s) (local.get $x)))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (global.get $s)))

;; expect:
;; ; cne: pure 1
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: hoisted 1, sunk 1, delayed 1
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, s4.2, e5) {
;;   c6 = undef control
;;   e7 = undef order
;;   s8.0 = undef state.0
;;   v9 = undef i32
;;   c10 = control 3
;;   v11 = i32.const 0
;;   v12 = i32.const 3
;;   v13 = i32.eqz v0
;;   v14, s15.0, e16, e17, s18.0, e19, c20 = theta (v21 = v1, s22.0 = s2.0, e23 = e5, e24 = e7, s25.0 = s8.0, e26 = e7, c27 = c6) {
;;     c28 = match v13 {0 => 0, _ => 1}
;;     v29, s30.0, e31, s32.0, e33, c34 = gamma c28 {
;;       0:
;;         v35 = global.get g0 s22.0
;;         v36 = i32.add v35, v0
;;         s37.0, e38 = global.set g0 v36, s22.0, e23
;;         v39 = i32.const 1
;;         v40 = i32.sub v21, v39
;;         c41 = match v40 {0 => 5, _ => 1}
;;       => v40, s37.0, e38, s37.0, e38, c41
;;       1:
;;       => v9, s8.0, e7, s8.0, e7, c10
;;     }
;;     c42 = match c34 {1 => 1, _ => 0}
;;     => c42 repeat v29, s30.0, e31, e23, s32.0, e33, c34
;;   }
;;   c43 = match c20 {5 => 0, _ => 1}
;;   v44, e45 = gamma c43 {
;;     0:
;;       v46 = global.get g0 s18.0
;;     => v46, e19
;;     1:
;;       v47 = i32.mul v0, v12
;;       s48.1, e49 = i32.store v11, v47, s3.1, e17
;;       e50 = unreachable e49
;;     => v9, e50
;;   }
;; } => v44, s18.0, s3.1, s4.2, e45
