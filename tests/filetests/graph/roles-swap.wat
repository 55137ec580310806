;; The repeating alternative swaps two variables that are dead after the loop: each becomes the other, and neither
;; is invariant.
;; test: graph redirect,dead
;; run: f(1, 5, 7) == 5
;; run: f(2, 5, 7) == 57
;; run: f(3, 5, 7) == 575
(module
  (memory 1)
  (func (export "f") (param $n i32) (param $x i32) (param $y i32) (result i32) (local $s i32)
    (local.get $x)
    (local.get $y)
    (loop $l (param i32 i32) (result i32 i32)
      (local.set $y)
      (local.set $x)
      (local.set $s (i32.add (i32.mul (local.get $s) (i32.const 10)) (local.get $x)))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (if (result i32 i32) (local.get $n)
        (then (i32.store (i32.const 0) (local.get $n)) (local.get $y) (local.get $x))
        (else (local.get $x) (local.get $y)))
      (br_if $l (local.get $n)))
    (drop) (drop)
    (local.get $s)))

;; expect:
;; ; gamma 0, theta 0, dead output 2, dead pre 0
;; f0: graph (v0: i32, v1: i32, v2: i32, s3.0, s4.1, e5) {
;;   v6 = i32.const 0
;;   v7, v8, v9, v10, s11.0, e12 = theta (v13 = v1, v14 = v2, v15 = v0, v16 = v6, s17.0 = s3.0, e18 = e5) {
;;     v19 = i32.const 10
;;     v20 = i32.mul v16, v19
;;     v21 = i32.add v20, v13
;;     v22 = i32.const 1
;;     v23 = i32.sub v15, v22
;;     c24 = match v23 {0 => 0, _ => 1}
;;     s25.0, e26 = gamma c24 {
;;       0:
;;       => s17.0, e18
;;       1:
;;         v27 = i32.const 0
;;         s28.0, e29 = i32.store v27, v23, s17.0, e18
;;       => s28.0, e29
;;     }
;;     c30 = match v23 {0 => 0, _ => 1}
;;     => c30 repeat v14, v13, v23, v21, s25.0, e26
;;   }
;; } => v10, s11.0, s4.1, e12
