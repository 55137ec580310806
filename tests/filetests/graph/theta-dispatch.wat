;; A loop around a dispatch, as compilers write a cycle with two entries: a value that passes through is redirected.
;; test: graph redirect,dead
;; run: f(0, 3, 5) == 5
;; run: f(1, 3, 5) == 5
(module
  (memory 1)
  (func (export "f") (param $at i32) (param $n i32) (param $x i32) (result i32)
    (local.get $x)
    (loop $l (param i32) (result i32)
      (local.set $x)
      (block $b (block $a
        (br_table $a $b (local.get $at)))
        (i32.store (i32.const 0) (local.get $x)))
      (i32.store (i32.const 4) (local.get $n))
      (local.set $at (i32.and (local.get $n) (i32.const 1)))
      (local.get $x)
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))))

;; expect:
;; ; gamma 0, theta 1, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, v2: i32, s3.0, s4.1, e5) {
;;   v6, v7, s8.0, e9 = theta (v10 = v1, v11 = v0, s12.0 = s3.0, e13 = e5) {
;;     c14 = match v11 {0 => 0, _ => 1}
;;     s15.0, e16 = gamma c14 {
;;       0:
;;         v17 = i32.const 0
;;         s18.0, e19 = i32.store v17, v2, s12.0, e13
;;       => s18.0, e19
;;       1:
;;       => s12.0, e13
;;     }
;;     v20 = i32.const 4
;;     s21.0, e22 = i32.store v20, v10, s15.0, e16
;;     v23 = i32.const 1
;;     v24 = i32.and v10, v23
;;     v25 = i32.const 1
;;     v26 = i32.sub v10, v25
;;     c27 = match v26 {0 => 0, _ => 1}
;;     => c27 repeat v26, v24, s21.0, e22
;;   }
;; } => v2, s8.0, s4.1, e9
