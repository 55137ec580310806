;; A node is hoisted out of an inner loop and the branch around it, to where it is executed once.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(2, 3) == 36
(module
  (memory 1)
  (global $s (mut i32) (i32.const 0))
  (func (export "f") (param $x i32) (param $n i32) (result i32)
    (local $i i32) (local $j i32)
    (loop $l
      (if (i32.gt_s (local.get $n) (i32.const 0)) (then (local.set $i (i32.const 2)) (loop $m (global.set $s (i32.add (global.get $s) (i32.mul (local.get $x) (i32.const 3)))) (br_if $m (local.tee $i (i32.sub (local.get $i) (i32.const 1)))))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (global.get $s)))

;; expect:
;; ; cne: pure 1
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: hoisted 1
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   v5 = i32.const 0
;;   v6 = i32.const 3
;;   v7 = i32.mul v0, v6
;;   v8, s9.0, e10 = theta (v11 = v1, s12.0 = s2.0, e13 = e4) {
;;     v14 = i32.gt_s v11, v5
;;     c15 = match v14 {0 => 0, _ => 1}
;;     s16.0, e17 = gamma c15 {
;;       0:
;;       => s12.0, e13
;;       1:
;;         v18 = i32.const 2
;;         v19, s20.0, e21 = theta (v22 = v18, s23.0 = s12.0, e24 = e13) {
;;           v25 = global.get g0 s23.0
;;           v26 = i32.add v25, v7
;;           s27.0, e28 = global.set g0 v26, s23.0, e24
;;           v29 = i32.const 1
;;           v30 = i32.sub v22, v29
;;           c31 = match v30 {0 => 0, _ => 1}
;;           => c31 repeat v30, s27.0, e28
;;         }
;;       => s20.0, e21
;;     }
;;     v32 = i32.const 1
;;     v33 = i32.sub v11, v32
;;     c34 = match v33 {0 => 0, _ => 1}
;;     => c34 repeat v33, s16.0, e17
;;   }
;;   v35 = global.get g0 s9.0
;; } => v35, s9.0, s3.1, e10
