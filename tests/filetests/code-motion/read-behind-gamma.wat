;; A read that depends on the state after a conditional is hoisted neither across it nor between it and its
;; dispatch.
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
;; ; code-motion: hoisted 1
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
;;     s34.1, e35, c36 = gamma c33 {
;;       0:
;;       => s25.1, e26, c12
;;       1:
;;         v37 = i32.const 6
;;         v38 = i32.load16_s v37, s24.0
;;         c39 = match v38 {0 => 0, _ => 1}
;;         s40.1, e41, c42 = gamma c39 {
;;           0:
;;             v43 = global.get g0 s25.1
;;             v44 = i32.const 1
;;             v45 = i32.add v43, v44
;;             s46.1, e47 = global.set g0 v45, s25.1, e26
;;           => s46.1, e47, c12
;;           1:
;;           => s10.1, e9, c11
;;         }
;;       => s40.1, e41, c42
;;     }
;;     c48 = match c36 {3 => 0, _ => 1}
;;     v49, s50.0, e51, s52.0, e53, c54 = gamma c48 {
;;       0:
;;         v55 = global.get g0 s34.1
;;         v56, s57.0, e58 = theta (v59 = v23, s60.0 = s24.0, e61 = e35) {
;;           v62 = i32.const 64
;;           v63 = i32.add v55, v59
;;           s64.0, e65 = i32.store v62, v63, s60.0, e61
;;           v66 = i32.const 1
;;           v67 = i32.sub v59, v66
;;           c68 = match v67 {0 => 0, _ => 1}
;;           => c68 repeat v67, s64.0, e65
;;         }
;;         v69 = i32.const 64
;;         v70 = i32.load v69, s57.0
;;         v71 = i32.const 2
;;         v72 = i32.lt_s v70, v71
;;         c73 = match v72 {0 => 9, _ => 2}
;;       => v56, s57.0, e58, s57.0, e58, c73
;;       1:
;;       => v8, s7.0, e9, s7.0, e9, c11
;;     }
;;     c74 = match c54 {2 => 1, _ => 0}
;;     => c74 repeat v49, s50.0, s34.1, e51, s24.0, s25.1, e26, s52.0, e53, c54
;;   }
;;   c75 = match c22 {9 => 0, _ => 1}
;;   s76.0, s77.1, e78 = gamma c75 {
;;     0:
;;     => s20.0, s15.1, e21
;;     1:
;;     => s17.0, s18.1, e19
;;   }
;;   v79 = i32.const 64
;;   v80 = i32.load v79, s76.0
;;   v81 = i32.const 3
;;   v82 = i32.add v80, v81
;; } => v82, s76.0, s77.1, s4.2, e78
