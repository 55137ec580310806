;; A loop with continue and break, with the initial value at each of them: invariant.
;; test: graph redirect,dead
;; run: f(0, 5) == 5
;; run: f(1, 5) == 5
;; run: f(9, 5) == 5
(module
  (memory 1)
  (func (export "f") (param $n i32) (param $x i32) (result i32)
    (local.get $x)
    (loop $continue (param i32) (result i32)
      (local.set $x)
      (if (i32.eqz (local.get $n)) (then (return (local.get $x))))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (local.get $x)
      (br_if $continue (i32.and (local.get $n) (i32.const 1)))
      (i32.store (local.get $n) (local.get $x))
      (br_if $continue (i32.ne (local.get $n) (i32.const 6))))))

;; expect:
;; ; gamma 1, theta 1, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   c5 = undef control
;;   v6 = undef i32
;;   c7 = control 3
;;   e8 = undef order
;;   s9.0 = undef state.0
;;   c10 = control 1
;;   v11, s12.0, e13, s14.0, e15, s16.0, e17, c18 = theta (v19 = v0, s20.0 = s2.0, e21 = e4, s22.0 = s9.0, e23 = e8, s24.0 = s9.0, e25 = e8, c26 = c5) {
;;     v27 = i32.eqz v19
;;     c28 = match v27 {0 => 0, _ => 1}
;;     v29, s30.0, e31, s32.0, e33, c34 = gamma c28 {
;;       0:
;;         v35 = i32.const 1
;;         v36 = i32.sub v19, v35
;;         v37 = i32.const 1
;;         v38 = i32.and v36, v37
;;         c39 = match v38 {0 => 0, _ => 1}
;;         s40.0, e41, s42.0, e43, c44 = gamma c39 {
;;           0:
;;             s45.0, e46 = i32.store v36, v1, s20.0, e21
;;             v47 = i32.const 6
;;             v48 = i32.ne v36, v47
;;             c49 = match v48 {0 => 6, _ => 1}
;;           => s45.0, e46, s45.0, e46, c49
;;           1:
;;           => s20.0, e21, s9.0, e8, c10
;;         }
;;       => v36, s40.0, e41, s42.0, e43, c44
;;       1:
;;       => v6, s9.0, e8, s9.0, e8, c7
;;     }
;;     c50 = match c34 {1 => 1, _ => 0}
;;     => c50 repeat v29, s30.0, e31, s20.0, e21, s32.0, e33, c34
;;   }
;;   c51 = match c18 {6 => 0, _ => 1}
;;   s52.0, e53 = gamma c51 {
;;     0:
;;     => s16.0, e17
;;     1:
;;     => s14.0, e15
;;   }
;; } => v1, s52.0, s3.1, e53
