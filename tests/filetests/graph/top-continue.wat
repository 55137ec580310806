;; A loop with continue and break: continue keeps the value, the end of the loop changes it: not invariant.
;; test: graph redirect,dead
;; run: f(0, 5, 7) == 5
;; run: f(1, 5, 7) == 7
;; run: f(2, 5, 7) == 7
;; run: f(9, 5, 7) == 7
(module
  (memory 1)
  (func (export "f") (param $n i32) (param $x i32) (param $y i32) (result i32)
    (block $break
      (loop $continue
        (br_if $break (i32.eqz (local.get $n)))
        (local.set $n (i32.sub (local.get $n) (i32.const 1)))
        (br_if $continue (i32.and (local.get $n) (i32.const 1)))
        (i32.store (local.get $n) (local.get $x))
        (local.set $x (local.get $y))
        (br_if $break (i32.eq (local.get $n) (i32.const 6)))
        (br $continue)))
    (local.get $x)))

;; expect:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, v2: i32, s3.0, s4.1, e5) {
;;   v6 = undef i32
;;   e7 = undef order
;;   s8.0 = undef state.0
;;   c9 = control 1
;;   c10 = control 2
;;   v11, v12, s13.0, e14, v15, s16.0, e17 = theta (v18 = v1, v19 = v0, s20.0 = s3.0, e21 = e5, v22 = v6, s23.0 = s8.0, e24 = e7) {
;;     v25 = i32.eqz v19
;;     c26 = match v25 {0 => 0, _ => 1}
;;     v27, s28.0, e29, v30, v31, s32.0, e33, c34 = gamma c26 {
;;       0:
;;         v35 = i32.const 1
;;         v36 = i32.sub v19, v35
;;         v37 = i32.const 1
;;         v38 = i32.and v36, v37
;;         c39 = match v38 {0 => 0, _ => 1}
;;         s40.0, e41, v42, s43.0, e44, c45 = gamma c39 {
;;           0:
;;             s46.0, e47 = i32.store v36, v18, s20.0, e21
;;             v48 = i32.const 6
;;             v49 = i32.eq v36, v48
;;             c50 = match v49 {0 => 0, _ => 1}
;;             c51 = gamma c50 {
;;               0:
;;               => c10
;;               1:
;;               => c9
;;             }
;;           => s46.0, e47, v2, s46.0, e47, c51
;;           1:
;;           => s8.0, e7, v18, s20.0, e21, c10
;;         }
;;       => v2, s40.0, e41, v42, v36, s43.0, e44, c45
;;       1:
;;       => v18, s20.0, e21, v6, v6, s8.0, e7, c9
;;     }
;;     c52 = match c34 {2 => 1, _ => 0}
;;     => c52 repeat v30, v31, s32.0, e33, v27, s28.0, e29
;;   }
;; } => v15, s16.0, s4.1, e17
