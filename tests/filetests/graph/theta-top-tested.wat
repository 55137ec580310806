;; A loop with its test at the top, and a gamma in it that keeps a variable: invariant in it and after it, whether
;; it was executed or not.
;; test: graph redirect,dead
;; run: f(0, 5) == 5
;; run: f(3, 5) == 20
(module
  (memory 1)
  (func (export "f") (param $n i32) (param $x i32) (result i32) (local $i i32) (local $s i32)
    (block $out
      (loop $l
        (br_if $out (i32.ge_s (local.get $i) (local.get $n)))
        (local.set $s (i32.add (local.get $s) (local.get $x)))
        (if (result i32) (i32.and (local.get $i) (i32.const 1))
          (then (i32.store (local.get $i) (local.get $x)) (local.get $x))
          (else (local.get $x)))
        (local.set $x)
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $l)))
    (i32.add (local.get $s) (local.get $x))))

;; expect:
;; ; gamma 2, theta 2, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   c5 = control 1
;;   c6 = control 2
;;   e7 = undef order
;;   s8.0 = undef state.0
;;   v9 = undef i32
;;   v10 = i32.const 0
;;   v11, v12, s13.0, e14, s15.0, e16, v17 = theta (v18 = v10, v19 = v10, s20.0 = s2.0, e21 = e4, s22.0 = s8.0, e23 = e7, v24 = v9) {
;;     v25 = i32.ge_s v19, v0
;;     c26 = match v25 {0 => 0, _ => 1}
;;     v27, v28, s29.0, e30, c31 = gamma c26 {
;;       0:
;;         v32 = i32.add v18, v1
;;         v33 = i32.const 1
;;         v34 = i32.and v19, v33
;;         c35 = match v34 {0 => 0, _ => 1}
;;         s36.0, e37 = gamma c35 {
;;           0:
;;           => s20.0, e21
;;           1:
;;             s38.0, e39 = i32.store v19, v1, s20.0, e21
;;           => s38.0, e39
;;         }
;;         v40 = i32.const 1
;;         v41 = i32.add v19, v40
;;       => v32, v41, s36.0, e37, c6
;;       1:
;;       => v9, v9, s8.0, e7, c5
;;     }
;;     c42 = match c31 {2 => 1, _ => 0}
;;     => c42 repeat v27, v28, s29.0, e30, s20.0, e21, v18
;;   }
;;   v43 = i32.add v17, v1
;; } => v43, s15.0, s3.1, e16
