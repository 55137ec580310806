;; Both results are 1, on which the loop repeats: both alternatives repeat, and the loop does not terminate.
;; test: graph redirect,dead
(module
  (memory 1)
  (func (export "f") (param $n i32) (param $a i32) (param $b i32) (result i32) (local $s i32)
    (i32.const 1000)
    (loop $l (param i32) (result i32)
      (local.set $s (i32.add (local.get $s)))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (if (result i32 i32) (local.get $n)
        (then (i32.store (i32.const 0) (local.get $n)) (local.get $a) (i32.const 1))
        (else (local.get $b) (i32.const 1)))
      (br_if $l))
    (drop)
    (local.get $s)))

;; expect:
;; ; gamma 1, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, v2: i32, s3.0, s4.1, e5) {
;;   v6 = i32.const 0
;;   v7 = i32.const 1000
;;   v8, v9, v10, s11.0, e12 = theta (v13 = v7, v14 = v0, v15 = v6, s16.0 = s3.0, e17 = e5) {
;;     v18 = i32.add v13, v15
;;     v19 = i32.const 1
;;     v20 = i32.sub v14, v19
;;     c21 = match v20 {0 => 0, _ => 1}
;;     v22 = i32.const 1
;;     v23, s24.0, e25 = gamma c21 {
;;       0:
;;       => v2, s16.0, e17
;;       1:
;;         v26 = i32.const 0
;;         s27.0, e28 = i32.store v26, v20, s16.0, e17
;;       => v1, s27.0, e28
;;     }
;;     c29 = match v22 {0 => 0, _ => 1}
;;     => c29 repeat v23, v20, v18, s24.0, e25
;;   }
;; } => v10, s11.0, s4.1, e12
