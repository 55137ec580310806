;; A division that may trap is neither hoisted out of the loop nor sunk into an alternative.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(0, 3) == trap
;; run: f(2, 3) == 6
(module
  (memory 1)
  (global $s (mut i32) (i32.const 0))
  (func (export "f") (param $x i32) (param $n i32) (result i32)
    (local $i i32) (local $j i32)
    (loop $l
      (if (i32.gt_s (local.get $n) (i32.const 5)) (then (global.set $s (i32.add (global.get $s) (i32.div_u (i32.const 9) (local.get $x)))))) (drop (i32.div_u (i32.const 4) (local.get $x))) (global.set $s (i32.add (global.get $s) (i32.const 2)))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (global.get $s)))

;; expect:
;; ; cne:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: refused.trap 2
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   v5, s6.0, e7 = theta (v8 = v1, s9.0 = s2.0, e10 = e4) {
;;     v11 = i32.const 5
;;     v12 = i32.gt_s v8, v11
;;     c13 = match v12 {0 => 0, _ => 1}
;;     s14.0, e15 = gamma c13 {
;;       0:
;;       => s9.0, e10
;;       1:
;;         v16 = global.get g0 s9.0
;;         v17 = i32.const 9
;;         v18, e19 = i32.div_u v17, v0, e10
;;         v20 = i32.add v16, v18
;;         s21.0, e22 = global.set g0 v20, s9.0, e19
;;       => s21.0, e22
;;     }
;;     v23 = i32.const 4
;;     v24, e25 = i32.div_u v23, v0, e15
;;     v26 = global.get g0 s14.0
;;     v27 = i32.const 2
;;     v28 = i32.add v26, v27
;;     s29.0, e30 = global.set g0 v28, s14.0, e25
;;     v31 = i32.const 1
;;     v32 = i32.sub v8, v31
;;     c33 = match v32 {0 => 0, _ => 1}
;;     => c33 repeat v32, s29.0, e30
;;   }
;;   v34 = global.get g0 s6.0
;; } => v34, s6.0, s3.1, e7
