;; The exiting alternative swaps two variables that are dead after the loop: the other alternative decides, and both
;; are invariant.
;; test: graph redirect,dead
;; run: f(1, 5, 7) == 5
;; run: f(2, 5, 7) == 55
;; run: f(3, 5, 7) == 555
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
        (then (i32.store (i32.const 0) (local.get $n)) (local.get $x) (local.get $y))
        (else (local.get $y) (local.get $x)))
      (br_if $l (local.get $n)))
    (drop) (drop)
    (local.get $s)))

;; expect:
;; ; gamma 0, theta 2, dead output 2, dead pre 0
;; f0: graph (v0: i32, v1: i32, v2: i32, s3.0, s4.1, e5) {
;;   v6 = undef i32
;;   v7 = i32.const 0
;;   v8, v9, s10.0, e11 = theta (v12 = v0, v13 = v7, s14.0 = s3.0, e15 = e5) {
;;     v16 = i32.const 10
;;     v17 = i32.mul v13, v16
;;     v18 = i32.add v17, v1
;;     v19 = i32.const 1
;;     v20 = i32.sub v12, v19
;;     c21 = match v20 {0 => 0, _ => 1}
;;     s22.0, e23 = gamma c21 {
;;       0:
;;       => s14.0, e15
;;       1:
;;         v24 = i32.const 0
;;         s25.0, e26 = i32.store v24, v20, s14.0, e15
;;       => s25.0, e26
;;     }
;;     c27 = match v20 {0 => 0, _ => 1}
;;     => c27 repeat v20, v18, s22.0, e23
;;   }
;; } => v9, s10.0, s4.1, e11
