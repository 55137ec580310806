;; The arm that leaves swaps two variables that are dead after the loop: the other arm decides, both are invariant.
;; test: graph ivr,dead
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
;;   v6 = i32.const 0
;;   v7, v8, s9.0, e10 = theta (v11 = v0, v12 = v6, s13.0 = s3.0, e14 = e5) {
;;     v15 = i32.const 10
;;     v16 = i32.mul v12, v15
;;     v17 = i32.add v16, v1
;;     v18 = i32.const 1
;;     v19 = i32.sub v11, v18
;;     c20 = match v19 {0 => 0, _ => 1}
;;     s21.0, e22 = gamma c20 {
;;       0:
;;       => s13.0, e14
;;       1:
;;         v23 = i32.const 0
;;         s24.0, e25 = i32.store v23, v19, s13.0, e14
;;       => s24.0, e25
;;     }
;;     c26 = match v19 {0 => 0, _ => 1}
;;     => c26 repeat v19, v17, s21.0, e22
;;   }
;; } => v8, s9.0, s4.1, e10
