;; A predicate and its negation are correlated once both are matches on one value.
;; test: graph ssa-cleanup,reduce,common,redirect,dead
;; run: f(7, 3) == 9
(module
  (memory 1)
  (func (export "f") (param $x i32) (param $n i32) (result i32)
    (local $a i32) (local $b i32) (local $c i32)
    (local.set $b (i32.const 9))
    (loop $l
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (if (i32.eqz (local.get $n))
        (then (local.set $a (local.get $b)))
        (else (i32.store (i32.const 0) (local.get $a)) (local.set $a (local.get $x))))
      (br_if $l (i32.ne (local.get $n) (i32.const 0))))
    (local.get $a)))

;; expect:
;; ; reduce: simplified 1, predicates 2
;; ; cne: pure 2
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   v5 = i32.const 0
;;   v6 = i32.const 9
;;   v7, v8, s9.0, e10 = theta (v11 = v5, v12 = v1, s13.0 = s2.0, e14 = e4) {
;;     v15 = i32.const -1
;;     v16 = i32.add v12, v15
;;     c17 = match v16 {0 => 1, _ => 0}
;;     v18, s19.0, e20 = gamma c17 {
;;       0:
;;         s21.0, e22 = i32.store v5, v11, s13.0, e14
;;       => v0, s21.0, e22
;;       1:
;;       => v6, s13.0, e14
;;     }
;;     c23 = match v16 {0 => 0, _ => 1}
;;     => c23 repeat v18, v16, s19.0, e20
;;   }
;; } => v7, s9.0, s3.1, e10
