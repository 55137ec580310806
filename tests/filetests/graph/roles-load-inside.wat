;; A load in the repeating alternative, a store in the exiting one: the load is defined inside, so it is not
;; redirected.
;; test: graph redirect,dead
;; run: f(1) == 1000
;; run: f(3) == 1000
(module
  (memory 1)
  (func (export "f") (param $n i32) (result i32) (local $s i32)
    (i32.const 1000)
    (loop $l (param i32) (result i32)
      (local.set $s (i32.add (local.get $s)))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (if (result i32) (local.get $n)
        (then (i32.load (i32.const 0)))
        (else (i32.store (i32.const 0) (local.get $n)) (i32.const 2)))
      (br_if $l (local.get $n)))
    (drop)
    (local.get $s)))

;; expect:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, s1.0, s2.1, e3) {
;;   v4 = i32.const 0
;;   v5 = i32.const 1000
;;   v6, v7, v8, s9.0, e10 = theta (v11 = v5, v12 = v0, v13 = v4, s14.0 = s1.0, e15 = e3) {
;;     v16 = i32.add v11, v13
;;     v17 = i32.const 1
;;     v18 = i32.sub v12, v17
;;     c19 = match v18 {0 => 0, _ => 1}
;;     v20, s21.0, e22 = gamma c19 {
;;       0:
;;         v23 = i32.const 0
;;         s24.0, e25 = i32.store v23, v18, s14.0, e15
;;         v26 = i32.const 2
;;       => v26, s24.0, e25
;;       1:
;;         v27 = i32.const 0
;;         v28 = i32.load v27, s14.0
;;       => v28, s14.0, e15
;;     }
;;     c29 = match v18 {0 => 0, _ => 1}
;;     => c29 repeat v20, v18, v16, s21.0, e22
;;   }
;; } => v8, s9.0, s2.1, e10
