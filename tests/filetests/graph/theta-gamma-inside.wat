;; Both alternatives of a gamma in a loop keep the loop variable: first the gamma is redirected, then the loop.
;; test: graph redirect,dead
;; run: f(1, 5) == 5
;; run: f(4, 5) == 5
(module
  (memory 1)
  (func (export "f") (param $n i32) (param $x i32) (result i32)
    (loop $l
      (if (result i32) (i32.and (local.get $n) (i32.const 1))
        (then (i32.store (i32.const 0) (local.get $x)) (local.get $x))
        (else (i32.store (i32.const 4) (local.get $n)) (local.get $x)))
      (local.set $x)
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br_if $l (local.get $n)))
    (local.get $x)))

;; expect:
;; ; gamma 1, theta 1, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   v5, s6.0, e7 = theta (v8 = v0, s9.0 = s2.0, e10 = e4) {
;;     v11 = i32.const 1
;;     v12 = i32.and v8, v11
;;     c13 = match v12 {0 => 0, _ => 1}
;;     s14.0, e15 = gamma c13 {
;;       0:
;;         v16 = i32.const 4
;;         s17.0, e18 = i32.store v16, v8, s9.0, e10
;;       => s17.0, e18
;;       1:
;;         v19 = i32.const 0
;;         s20.0, e21 = i32.store v19, v1, s9.0, e10
;;       => s20.0, e21
;;     }
;;     v22 = i32.const 1
;;     v23 = i32.sub v8, v22
;;     c24 = match v23 {0 => 0, _ => 1}
;;     => c24 repeat v23, s14.0, e15
;;   }
;; } => v1, s6.0, s3.1, e7
