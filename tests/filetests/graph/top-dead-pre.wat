;; Two exits of a loop with two values: the arm that leads to the second test may exit or repeat, so it is not
;; correlated.
;; test: graph redirect,dead
;; run: f(0, 5, 7) == 5
;; run: f(3, 5, 7) == 7
(module
  (memory 1)
  (func (export "f") (param $n i32) (param $a i32) (param $b i32) (result i32)
    (block $out (result i32)
      (loop $l
        (drop (br_if $out (local.get $a) (i32.eqz (local.get $n))))
        (i32.store (i32.const 0) (local.get $n))
        (drop (br_if $out (local.get $b) (i32.eq (local.get $n) (i32.const 2))))
        (local.set $n (i32.sub (local.get $n) (i32.const 1)))
        (br $l))
      (unreachable))))

;; expect:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, v2: i32, s3.0, s4.1, e5) {
;;   e6 = undef order
;;   s7.0 = undef state.0
;;   v8 = undef i32
;;   c9 = control 1
;;   c10 = control 2
;;   v11, s12.0, e13, v14, s15.0, e16 = theta (v17 = v0, s18.0 = s3.0, e19 = e5, v20 = v8, s21.0 = s7.0, e22 = e6) {
;;     v23 = i32.eqz v17
;;     c24 = match v23 {0 => 0, _ => 1}
;;     v25, s26.0, e27, v28, s29.0, e30, c31 = gamma c24 {
;;       0:
;;         v32 = i32.const 0
;;         s33.0, e34 = i32.store v32, v17, s18.0, e19
;;         v35 = i32.const 2
;;         v36 = i32.eq v17, v35
;;         c37 = match v36 {0 => 0, _ => 1}
;;         v38, c39 = gamma c37 {
;;           0:
;;             v40 = i32.const 1
;;             v41 = i32.sub v17, v40
;;           => v41, c10
;;           1:
;;           => v8, c9
;;         }
;;       => v2, s33.0, e34, v38, s33.0, e34, c39
;;       1:
;;       => v1, s18.0, e19, v8, s7.0, e6, c9
;;     }
;;     c42 = match c31 {2 => 1, _ => 0}
;;     => c42 repeat v28, s29.0, e30, v25, s26.0, e27
;;   }
;; } => v14, s15.0, s4.1, e16
