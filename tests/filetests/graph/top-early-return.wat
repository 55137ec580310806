;; An early return from two nested loops: the returned value and the one after the loops differ.
;; test: graph redirect,dead
;; run: f(2, 3, 5) == 5
;; run: f(2, 9, 5) == 1
(module
  (memory 1)
  (func (export "f") (param $n i32) (param $k i32) (param $x i32) (result i32) (local $i i32) (local $j i32)
    (loop $outer
      (local.set $j (local.get $n))
      (loop $inner
        (if (i32.eq (i32.add (local.get $i) (local.get $j)) (local.get $k))
          (then (return (local.get $x))))
        (i32.store (local.get $i) (local.get $j))
        (br_if $inner (local.tee $j (i32.sub (local.get $j) (i32.const 1)))))
      (br_if $outer (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 3))))
    (i32.const 1)))

;; expect:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, v2: i32, s3.0, s4.1, e5) {
;;   c6 = undef control
;;   e7 = undef order
;;   s8.0 = undef state.0
;;   v9 = undef i32
;;   c10 = control 4
;;   v11 = i32.const 0
;;   v12, s13.0, e14, s15.0, e16, c17 = theta (v18 = v11, s19.0 = s3.0, e20 = e5, s21.0 = s8.0, e22 = e7, c23 = c6) {
;;     v24, s25.0, e26, s27.0, e28, s29.0, e30, c31 = theta (v32 = v0, s33.0 = s19.0, e34 = e20, s35.0 = s8.0, e36 = e7, s37.0 = s8.0, e38 = e7, c39 = c6) {
;;       v40 = i32.add v18, v32
;;       v41 = i32.eq v40, v1
;;       c42 = match v41 {0 => 0, _ => 1}
;;       v43, s44.0, e45, s46.0, e47, c48 = gamma c42 {
;;         0:
;;           s49.0, e50 = i32.store v18, v32, s33.0, e34
;;           v51 = i32.const 1
;;           v52 = i32.sub v32, v51
;;           c53 = match v52 {0 => 6, _ => 2}
;;         => v52, s49.0, e50, s49.0, e50, c53
;;         1:
;;         => v9, s8.0, e7, s8.0, e7, c10
;;       }
;;       c54 = match c48 {2 => 1, _ => 0}
;;       => c54 repeat v43, s44.0, e45, s33.0, e34, s46.0, e47, c48
;;     }
;;     c55 = match c31 {6 => 0, _ => 1}
;;     v56, c57 = gamma c55 {
;;       0:
;;         v58 = i32.const 1
;;         v59 = i32.add v18, v58
;;         v60 = i32.const 3
;;         v61 = i32.lt_s v59, v60
;;         c62 = match v61 {0 => 7, _ => 1}
;;       => v59, c62
;;       1:
;;       => v9, c10
;;     }
;;     c63 = match c57 {1 => 1, _ => 0}
;;     => c63 repeat v56, s29.0, e30, s27.0, e28, c57
;;   }
;;   c64 = match c17 {7 => 0, _ => 1}
;;   v65, s66.0, e67 = gamma c64 {
;;     0:
;;       v68 = i32.const 1
;;     => v68, s13.0, e14
;;     1:
;;     => v2, s15.0, e16
;;   }
;; } => v65, s66.0, s4.1, e67
