;; A post value that is defined before the loop, which is found once a gamma in it is redirected: it is the value
;; after the loop, but in the first iteration the pre value is.
;; test: graph redirect,dead
;; run: f(1, 5, 100) == 105
;; run: f(3, 5, 100) == 305
(module
  (memory 1)
  (func (export "f") (param $n i32) (param $x i32) (param $y i32) (result i32) (local $s i32)
    (loop $l
      (local.set $s (i32.add (local.get $s) (local.get $x)))
      (if (result i32) (i32.and (local.get $n) (i32.const 1))
        (then (i32.store (i32.const 0) (local.get $s)) (local.get $y))
        (else (local.get $y)))
      (local.set $x)
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br_if $l (local.get $n)))
    (i32.add (local.get $s) (local.get $x))))

;; expect:
;; ; gamma 1, theta 1, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, v2: i32, s3.0, s4.1, e5) {
;;   v6 = i32.const 0
;;   v7, v8, v9, s10.0, e11 = theta (v12 = v0, v13 = v1, v14 = v6, s15.0 = s3.0, e16 = e5) {
;;     v17 = i32.add v14, v13
;;     v18 = i32.const 1
;;     v19 = i32.and v12, v18
;;     c20 = match v19 {0 => 0, _ => 1}
;;     s21.0, e22 = gamma c20 {
;;       0:
;;       => s15.0, e16
;;       1:
;;         v23 = i32.const 0
;;         s24.0, e25 = i32.store v23, v17, s15.0, e16
;;       => s24.0, e25
;;     }
;;     v26 = i32.const 1
;;     v27 = i32.sub v12, v26
;;     c28 = match v27 {0 => 0, _ => 1}
;;     => c28 repeat v27, v2, v17, s21.0, e22
;;   }
;;   v29 = i32.add v9, v2
;; } => v29, s10.0, s4.1, e11
