;; A load that may be out of bounds stays under its condition.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(-1, 3) == 0
;; run: f(8, 3) == 0
(module
  (memory 1)
  (global $s (mut i32) (i32.const 0))
  (func (export "f") (param $x i32) (param $n i32) (result i32)
    (local $i i32) (local $j i32)
    (loop $l
      (if (i32.gt_s (local.get $x) (i32.const 0)) (then (global.set $s (i32.add (global.get $s) (i32.load (local.get $x))))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (global.get $s)))

;; expect:
;; ; cne: pure 1
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: hoisted 1, refused.trap 1
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, s4.2, e5) {
;;   v6 = i32.const 0
;;   v7 = i32.gt_s v0, v6
;;   v8, s9.0, e10 = theta (v11 = v1, s12.0 = s2.0, e13 = e5) {
;;     c14 = match v7 {0 => 0, _ => 1}
;;     s15.0, e16 = gamma c14 {
;;       0:
;;       => s12.0, e13
;;       1:
;;         v17 = global.get g0 s12.0
;;         v18, e19 = i32.load v0, s3.1, e13
;;         v20 = i32.add v17, v18
;;         s21.0, e22 = global.set g0 v20, s12.0, e19
;;       => s21.0, e22
;;     }
;;     v23 = i32.const 1
;;     v24 = i32.sub v11, v23
;;     c25 = match v24 {0 => 0, _ => 1}
;;     => c25 repeat v24, s15.0, e16
;;   }
;;   v26 = global.get g0 s9.0
;; } => v26, s9.0, s3.1, s4.2, e10
