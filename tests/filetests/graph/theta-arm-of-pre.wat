;; A loop variable that one arm keeps and the other sets to its pre value: two origins, not one.
;; test: graph redirect,dead
;; run: f(0, 5) == 5
;; run: f(3, 5) == 20
(module
  (memory 1)
  (func (export "f") (param $n i32) (param $x i32) (result i32) (local $i i32) (local $s i32) (local $y i32)
    (local.set $y (local.get $x))
    (block $out
      (loop $l
        (br_if $out (i32.ge_s (local.get $i) (local.get $n)))
        (local.set $s (i32.add (local.get $s) (local.get $y)))
        (if (i32.and (local.get $i) (i32.const 1))
          (then (i32.store (local.get $i) (local.get $x)) (local.set $y (local.get $x))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $l)))
    (i32.add (local.get $s) (local.get $y))))

;; expect:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   c5 = control 1
;;   c6 = control 2
;;   e7 = undef order
;;   s8.0 = undef state.0
;;   v9 = undef i32
;;   v10 = i32.const 0
;;   v11, v12, v13, s14.0, e15, s16.0, e17, v18, v19 = theta (v20 = v1, v21 = v10, v22 = v10, s23.0 = s2.0, e24 = e4, s25.0 = s8.0, e26 = e7, v27 = v9, v28 = v9) {
;;     v29 = i32.ge_s v22, v0
;;     c30 = match v29 {0 => 0, _ => 1}
;;     v31, v32, v33, s34.0, e35, c36 = gamma c30 {
;;       0:
;;         v37 = i32.add v21, v20
;;         v38 = i32.const 1
;;         v39 = i32.and v22, v38
;;         c40 = match v39 {0 => 0, _ => 1}
;;         v41, s42.0, e43 = gamma c40 {
;;           0:
;;           => v20, s23.0, e24
;;           1:
;;             s44.0, e45 = i32.store v22, v1, s23.0, e24
;;           => v1, s44.0, e45
;;         }
;;         v46 = i32.const 1
;;         v47 = i32.add v22, v46
;;       => v41, v37, v47, s42.0, e43, c6
;;       1:
;;       => v9, v9, v9, s8.0, e7, c5
;;     }
;;     c48 = match c36 {2 => 1, _ => 0}
;;     => c48 repeat v31, v32, v33, s34.0, e35, s23.0, e24, v21, v20
;;   }
;;   v49 = i32.add v18, v19
;; } => v49, s16.0, s3.1, e17
