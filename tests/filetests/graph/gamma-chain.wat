;; A gamma chooses between a value and the output of an invariant gamma of it: one origin once the inner one is
;; redirected.
;; test: graph redirect,dead
;; run: f(1, 0, 5) == 10
;; run: f(0, 1, 5) == 10
(module
  (memory 1)
  (func (export "f") (param $c i32) (param $d i32) (param $x i32) (result i32) (local $y i32)
    (if (result i32) (local.get $c)
      (then (i32.store (i32.const 0) (local.get $x)) (local.get $x))
      (else (local.get $x)))
    (local.set $y)
    (if (result i32) (local.get $d)
      (then (i32.store (i32.const 4) (local.get $x)) (local.get $x))
      (else (local.get $y)))
    (i32.add (local.get $y))))

;; expect:
;; ; gamma 2, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, v2: i32, s3.0, s4.1, e5) {
;;   c6 = match v0 {0 => 0, _ => 1}
;;   s7.0, e8 = gamma c6 {
;;     0:
;;     => s3.0, e5
;;     1:
;;       v9 = i32.const 0
;;       s10.0, e11 = i32.store v9, v2, s3.0, e5
;;     => s10.0, e11
;;   }
;;   c12 = match v1 {0 => 0, _ => 1}
;;   s13.0, e14 = gamma c12 {
;;     0:
;;     => s7.0, e8
;;     1:
;;       v15 = i32.const 4
;;       s16.0, e17 = i32.store v15, v2, s7.0, e8
;;     => s16.0, e17
;;   }
;;   v18 = i32.add v2, v2
;; } => v18, s13.0, s4.1, e14
