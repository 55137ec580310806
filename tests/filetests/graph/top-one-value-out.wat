;; A loop with tests at its top and in its middle and the same value at both exits: redirected.
;; test: graph redirect,dead
;; run: f(0, 5) == 5
;; run: f(3, 5) == 5
(module
  (memory 1)
  (func (export "f") (param $n i32) (param $a i32) (result i32)
    (block $out (result i32)
      (loop $l
        (drop (br_if $out (local.get $a) (i32.eqz (local.get $n))))
        (i32.store (i32.const 0) (local.get $n))
        (drop (br_if $out (local.get $a) (i32.eq (local.get $n) (i32.const 2))))
        (local.set $n (i32.sub (local.get $n) (i32.const 1)))
        (br $l))
      (unreachable))))

;; expect:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   e5 = undef order
;;   s6.0 = undef state.0
;;   v7 = undef i32
;;   c8 = control 1
;;   c9 = control 2
;;   v10, s11.0, e12, s13.0, e14 = theta (v15 = v0, s16.0 = s2.0, e17 = e4, s18.0 = s6.0, e19 = e5) {
;;     v20 = i32.eqz v15
;;     c21 = match v20 {0 => 0, _ => 1}
;;     s22.0, e23, v24, s25.0, e26, c27 = gamma c21 {
;;       0:
;;         v28 = i32.const 0
;;         s29.0, e30 = i32.store v28, v15, s16.0, e17
;;         v31 = i32.const 2
;;         v32 = i32.eq v15, v31
;;         c33 = match v32 {0 => 0, _ => 1}
;;         v34, c35 = gamma c33 {
;;           0:
;;             v36 = i32.const 1
;;             v37 = i32.sub v15, v36
;;           => v37, c9
;;           1:
;;           => v7, c8
;;         }
;;       => s29.0, e30, v34, s29.0, e30, c35
;;       1:
;;       => s16.0, e17, v7, s6.0, e5, c8
;;     }
;;     c38 = match c27 {2 => 1, _ => 0}
;;     => c38 repeat v24, s25.0, e26, s22.0, e23
;;   }
;; } => v1, s13.0, s3.1, e14
