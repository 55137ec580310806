;; A loop with its test at the top: the exit and the back edge have a variable each, and the one of the back edge is
;; the value at the end of the body.
;; test: graph redirect,dead
;; run: f(0, 5) == 0
;; run: f(1, 5) == 1000
;; run: f(3, 5) == 1010
(module
  (memory 1)
  (func (export "f") (param $n i32) (param $a i32) (result i32) (local $y i32) (local $s i32)
    (local.set $y (i32.const 1000))
    (block $out
      (loop $l
        (br_if $out (i32.eqz (local.get $n)))
        (i32.store (i32.const 0) (local.get $n))
        (local.set $s (i32.add (local.get $s) (local.get $y)))
        (local.set $y (local.get $a))
        (local.set $n (i32.sub (local.get $n) (i32.const 1)))
        (br $l)))
    (local.get $s)))

;; expect:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   e5 = undef order
;;   s6.0 = undef state.0
;;   v7 = undef i32
;;   c8 = control 1
;;   c9 = control 2
;;   v10 = i32.const 0
;;   v11 = i32.const 1000
;;   v12, v13, v14, s15.0, e16, s17.0, e18, v19 = theta (v20 = v11, v21 = v10, v22 = v0, s23.0 = s2.0, e24 = e4, s25.0 = s6.0, e26 = e5, v27 = v7) {
;;     v28 = i32.eqz v22
;;     c29 = match v28 {0 => 0, _ => 1}
;;     v30, v31, s32.0, e33, c34 = gamma c29 {
;;       0:
;;         v35 = i32.const 0
;;         s36.0, e37 = i32.store v35, v22, s23.0, e24
;;         v38 = i32.add v21, v20
;;         v39 = i32.const 1
;;         v40 = i32.sub v22, v39
;;       => v38, v40, s36.0, e37, c9
;;       1:
;;       => v7, v7, s6.0, e5, c8
;;     }
;;     c41 = match c34 {2 => 1, _ => 0}
;;     => c41 repeat v1, v30, v31, s32.0, e33, s23.0, e24, v21
;;   }
;; } => v19, s17.0, s3.1, e18
