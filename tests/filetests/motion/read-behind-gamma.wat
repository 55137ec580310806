;; A read of what a conditional hands out does not go out of a loop past that conditional, nor between it and the dispatch on where it goes.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(7, 1) == 5
;; run: f(1, 3) == 5
(module
  (memory 1)
  (global $g (mut i32) (i32.const 0))
  (func (export "f") (param $x i32) (param $n i32) (result i32)
    (block $out
      (loop $o
        (if (local.get $x)
          (then
            (br_if $out (i32.load16_s (i32.const 6)))
            (global.set $g (i32.add (global.get $g) (i32.const 1)))))
        (loop $l
          (i32.store (i32.const 64) (i32.add (global.get $g) (local.get $n)))
          (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
        (br_if $o (i32.lt_s (i32.load (i32.const 64)) (i32.const 2)))))
    (i32.add (i32.load (i32.const 64)) (i32.const 3))))

;; expect:
;; ; cne:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: hoisted 1, refused.trap 2
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, s4.2, e5) {
;;   c6 = undef control
;;   s7.0 = undef state.0
;;   v8 = undef i32
;;   e9 = undef order
;;   s10.1 = undef state.1
;;   c11 = control 1
;;   c12 = control 3
;;   v13, s14.0, s15.1, e16, s17.0, s18.1, e19, s20.0, e21, c22 = theta (v23 = v1, s24.0 = s2.0, s25.1 = s3.1, e26 = e5, s27.0 = s7.0, s28.1 = s10.1, e29 = e9, s30.0 = s7.0, e31 = e9, c32 = c6) {
;;     c33 = match v0 {0 => 0, _ => 1}
;;     e34, s35.1, e36, c37 = gamma c33 {
;;       0:
;;       => e9, s25.1, e26, c12
;;       1:
;;         v38 = i32.const 6
;;         v39, e40 = i32.load16_s v38, s24.0, e26
;;         c41 = match v39 {0 => 0, _ => 1}
;;         s42.1, e43, c44 = gamma c41 {
;;           0:
;;             v45 = global.get g0 s25.1
;;             v46 = i32.const 1
;;             v47 = i32.add v45, v46
;;             s48.1, e49 = global.set g0 v47, s25.1, e40
;;           => s48.1, e49, c12
;;           1:
;;           => s10.1, e9, c11
;;         }
;;       => e40, s42.1, e43, c44
;;     }
;;     c50 = match c37 {3 => 0, _ => 1}
;;     v51, s52.0, e53, s54.0, e55, c56 = gamma c50 {
;;       0:
;;         v57 = global.get g0 s35.1
;;         v58, s59.0, e60 = theta (v61 = v23, s62.0 = s24.0, e63 = e36) {
;;           v64 = i32.const 64
;;           v65 = i32.add v57, v61
;;           s66.0, e67 = i32.store v64, v65, s62.0, e63
;;           v68 = i32.const 1
;;           v69 = i32.sub v61, v68
;;           c70 = match v69 {0 => 0, _ => 1}
;;           => c70 repeat v69, s66.0, e67
;;         }
;;         v71 = i32.const 64
;;         v72, e73 = i32.load v71, s59.0, e60
;;         v74 = i32.const 2
;;         v75 = i32.lt_s v72, v74
;;         c76 = match v75 {0 => 9, _ => 2}
;;       => v58, s59.0, e73, s59.0, e73, c76
;;       1:
;;       => v8, s7.0, e9, s7.0, e9, c11
;;     }
;;     c77 = match c56 {2 => 1, _ => 0}
;;     => c77 repeat v51, s52.0, s35.1, e53, s24.0, s25.1, e34, s54.0, e55, c56
;;   }
;;   c78 = match c22 {9 => 0, _ => 1}
;;   s79.0, s80.1, e81 = gamma c78 {
;;     0:
;;     => s20.0, s15.1, e21
;;     1:
;;     => s17.0, s18.1, e19
;;   }
;;   v82 = i32.const 64
;;   v83, e84 = i32.load v82, s79.0, e81
;;   v85 = i32.const 3
;;   v86 = i32.add v83, v85
;; } => v86, s79.0, s80.1, s4.2, e84
