;; A loop around a jump table into a chain of blocks: values of an earlier block are not visible to paths that enter
;; a later one.
;; test: graph redirect,dead
;; run: f(0, 2) == 33
;; run: f(1, 2) == 32
;; run: f(2, 2) == 22
;; run: f(9, 2) == 2
(module
  (memory 1)
  (func (export "f") (param $pc i32) (param $x i32) (result i32)
    (loop $l
      (block $b3 (block $b2 (block $b1 (block $b0
        (br_table $b0 $b1 $b2 $b3 (local.get $pc)))
        (i32.store (i32.const 0) (local.get $x))
        (local.set $x (i32.add (local.get $x) (i32.const 1))))
        (i32.store (i32.const 4) (local.get $x))
        (local.set $x (i32.add (local.get $x) (i32.const 10)))
        (local.set $pc (i32.const 2))
        (br $l))
        (local.set $x (i32.add (local.get $x) (i32.const 20)))
        (local.set $pc (i32.const 3))
        (br $l)))
    (local.get $x)))

;; expect:
;; ; gamma 1, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   e5 = undef order
;;   s6.0 = undef state.0
;;   v7 = undef i32
;;   c8 = control 2
;;   c9 = control 1
;;   c10 = control 4
;;   v11, v12, s13.0, e14, s15.0, e16, v17 = theta (v18 = v1, v19 = v0, s20.0 = s2.0, e21 = e4, s22.0 = s6.0, e23 = e5, v24 = v7) {
;;     c25 = match v19 {0 => 0, 1 => 1, 2 => 2, _ => 3}
;;     v26 = i32.const 3
;;     v27, v28, s29.0, e30, c31 = gamma c25 {
;;       0:
;;         v32 = i32.const 0
;;         s33.0, e34 = i32.store v32, v18, s20.0, e21
;;         v35 = i32.const 1
;;         v36 = i32.add v18, v35
;;       => v7, v36, s33.0, e34, c10
;;       1:
;;       => v7, v18, s20.0, e21, c10
;;       2:
;;         v37 = i32.const 20
;;         v38 = i32.add v18, v37
;;       => v38, v7, s6.0, e5, c9
;;       3:
;;       => v7, v7, s6.0, e5, c8
;;     }
;;     c39 = match c31 {4 => 0, _ => 1}
;;     v40, v41, s42.0, e43, c44 = gamma c39 {
;;       0:
;;         v45 = i32.const 4
;;         s46.0, e47 = i32.store v45, v28, s29.0, e30
;;         v48 = i32.const 10
;;         v49 = i32.add v28, v48
;;         v50 = i32.const 2
;;       => v49, v50, s46.0, e47, c9
;;       1:
;;       => v27, v26, s20.0, e21, c31
;;     }
;;     c51 = match c44 {1 => 1, _ => 0}
;;     => c51 repeat v40, v41, s42.0, e43, s20.0, e21, v18
;;   }
;; } => v17, s15.0, s3.1, e16
