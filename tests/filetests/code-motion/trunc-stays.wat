;; A conversion that may trap stays under its condition. The saturating one is hoisted.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(8, 3) == 30
(module
  (memory 1)
  (global $s (mut i32) (i32.const 0))
  (func (export "f") (param $x i32) (param $n i32) (result i32)
    (local $i i32) (local $j i32)
    (loop $l
      (if (i32.gt_s (local.get $n) (i32.const 0)) (then (global.set $s (i32.add (global.get $s) (i32.trunc_f32_s (f32.convert_i32_s (local.get $x))))) (global.set $s (i32.add (global.get $s) (i32.trunc_sat_f32_s (f32.sqrt (f32.convert_i32_s (local.get $x))))))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (global.get $s)))

;; expect:
;; ; cne: pure 2, stores 1
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: hoisted 3, refused.trap 1
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   v5 = i32.const 0
;;   v6 = f32.convert_i32_s v0
;;   v7 = f32.sqrt v6
;;   v8 = i32.trunc_sat_f32_s v7
;;   v9, s10.0, e11 = theta (v12 = v1, s13.0 = s2.0, e14 = e4) {
;;     v15 = i32.gt_s v12, v5
;;     c16 = match v15 {0 => 0, _ => 1}
;;     s17.0, e18 = gamma c16 {
;;       0:
;;       => s13.0, e14
;;       1:
;;         v19 = global.get g0 s13.0
;;         v20, e21 = i32.trunc_f32_s v6, e14
;;         v22 = i32.add v19, v20
;;         s23.0, e24 = global.set g0 v22, s13.0, e21
;;         v25 = i32.add v22, v8
;;         s26.0, e27 = global.set g0 v25, s23.0, e24
;;       => s26.0, e27
;;     }
;;     v28 = i32.const 1
;;     v29 = i32.sub v12, v28
;;     c30 = match v29 {0 => 0, _ => 1}
;;     => c30 repeat v29, s17.0, e18
;;   }
;;   v31 = global.get g0 s10.0
;; } => v31, s10.0, s3.1, e11
