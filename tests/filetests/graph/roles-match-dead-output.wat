;; One match decides the gamma and the loop, and the variable is dead after the loop: its post value is the result
;; of the repeating alternative.
;; test: graph redirect,dead
;; run: f(1, 5, 7) == 1000
;; run: f(3, 5, 7) == 1010
(module
  (memory 1)
  (func (export "f") (param $n i32) (param $a i32) (param $b i32) (result i32) (local $y i32) (local $s i32) (local $c i32)
    (local.set $y (i32.const 1000))
    (loop $l
      (local.set $s (i32.add (local.get $s) (local.get $y)))
      (local.set $c (local.tee $n (i32.sub (local.get $n) (i32.const 1))))
      (if (result i32) (local.get $c)
        (then (i32.store (i32.const 0) (local.get $n)) (local.get $a))
        (else (local.get $b)))
      (local.set $y)
      (br_if $l (local.get $c)))
    (i32.add (local.get $s) (i32.const 0))))

;; expect:
;; ; gamma 0, theta 0, dead output 1, dead pre 0
;; f0: graph (v0: i32, v1: i32, v2: i32, s3.0, s4.1, e5) {
;;   v6 = i32.const 0
;;   v7 = i32.const 1000
;;   v8, v9, v10, s11.0, e12 = theta (v13 = v0, v14 = v7, v15 = v6, s16.0 = s3.0, e17 = e5) {
;;     v18 = i32.add v15, v14
;;     v19 = i32.const 1
;;     v20 = i32.sub v13, v19
;;     c21 = match v20 {0 => 0, _ => 1}
;;     s22.0, e23 = gamma c21 {
;;       0:
;;       => s16.0, e17
;;       1:
;;         v24 = i32.const 0
;;         s25.0, e26 = i32.store v24, v20, s16.0, e17
;;       => s25.0, e26
;;     }
;;     c27 = match v20 {0 => 0, _ => 1}
;;     => c27 repeat v20, v1, v18, s22.0, e23
;;   }
;;   v28 = i32.const 0
;;   v29 = i32.add v10, v28
;; } => v29, s11.0, s4.1, e12
