;; The loop repeats on zero, and the alternative for zero is the repeating one.
;; test: graph fold,gvn,redirect,dead
;; run: f(2, 5, 7) == 1000
;; run: f(1, 5, 7) == 1005
(module
  (memory 1)
  (func (export "f") (param $n i32) (param $a i32) (param $b i32) (result i32) (local $s i32)
    (i32.const 1000)
    (loop $l (param i32) (result i32)
      (local.set $s (i32.add (local.get $s)))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (if (result i32) (i32.and (local.get $n) (i32.const 1))
        (then (i32.store (i32.const 0) (local.get $n)) (local.get $b))
        (else (local.get $a)))
      (br_if $l (i32.eqz (i32.and (local.get $n) (i32.const 1)))))
    (drop) (local.get $s)))

;; expect:
;; ; gamma 0, theta 0, dead output 1, dead pre 0
;; f0: graph (v0: i32, v1: i32, v2: i32, s3.0, s4.1, e5) {
;;   v6 = i32.const 0
;;   v7 = i32.const 1000
;;   v8, v9, v10, s11.0, e12 = theta (v13 = v7, v14 = v0, v15 = v6, s16.0 = s3.0, e17 = e5) {
;;     v18 = i32.add v13, v15
;;     v19 = i32.const 1
;;     v20 = i32.const -1
;;     v21 = i32.add v14, v20
;;     v22 = i32.and v21, v19
;;     c23 = match v22 {0 => 0, _ => 1}
;;     s24.0, e25 = gamma c23 {
;;       0:
;;       => s16.0, e17
;;       1:
;;         s26.0, e27 = i32.store v6, v21, s16.0, e17
;;       => s26.0, e27
;;     }
;;     c28 = match v22 {0 => 1, _ => 0}
;;     => c28 repeat v1, v21, v18, s24.0, e25
;;   }
;; } => v10, s11.0, s4.1, e12
