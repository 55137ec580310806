;; Two alternatives of a jump table, one taken when the loop repeats and one when it exits: not correlated.
;; test: graph redirect,dead
;; run: f(1, 5, 7) == 1000
;; run: f(3, 5, 7) == 1012
;; run: f(4, 5, 7) == 1019
(module
  (memory 1)
  (func (export "f") (param $n i32) (param $a i32) (param $b i32) (result i32) (local $s i32)
    (i32.const 1000)
    (loop $l (param i32) (result i32)
      (local.set $s (i32.add (local.get $s)))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (block $done (result i32)
        (block $other (block $one
          (br_table $other $one $other (local.get $n)))
          (i32.store (i32.const 0) (local.get $n)) (br $done (local.get $a)))
        (i32.store (i32.const 4) (local.get $n)) (local.get $b))
      (br_if $l (local.get $n)))
    (drop)
    (local.get $s)))

;; expect:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, v2: i32, s3.0, s4.1, e5) {
;;   v6 = i32.const 0
;;   v7 = i32.const 1000
;;   v8, v9, v10, s11.0, e12 = theta (v13 = v7, v14 = v0, v15 = v6, s16.0 = s3.0, e17 = e5) {
;;     v18 = i32.add v13, v15
;;     v19 = i32.const 1
;;     v20 = i32.sub v14, v19
;;     c21 = match v20 {1 => 1, _ => 0}
;;     v22, s23.0, e24 = gamma c21 {
;;       0:
;;         v25 = i32.const 4
;;         s26.0, e27 = i32.store v25, v20, s16.0, e17
;;       => v2, s26.0, e27
;;       1:
;;         v28 = i32.const 0
;;         s29.0, e30 = i32.store v28, v20, s16.0, e17
;;       => v1, s29.0, e30
;;     }
;;     c31 = match v20 {0 => 0, _ => 1}
;;     => c31 repeat v22, v20, v18, s23.0, e24
;;   }
;; } => v10, s11.0, s4.1, e12
