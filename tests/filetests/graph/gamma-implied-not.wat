;; Another constant than the one that x is there, or an alternative in which x may be several: nothing is redirected.
;; test: graph redirect,dead
;; run: other(4) == 5
;; run: unequal(3) == 4
;; run: less(0) == 1
;; run: nonzero(7) == 1
(module
  (func (export "other") (param $x i32) (result i32)
    (if (result i32) (i32.eq (local.get $x) (i32.const 4)) (then (i32.const 5)) (else (local.get $x))))
  (func (export "unequal") (param $x i32) (result i32)
    (if (result i32) (i32.ne (local.get $x) (i32.const 4)) (then (i32.const 4)) (else (local.get $x))))
  (func (export "less") (param $x i32) (result i32)
    (if (result i32) (i32.lt_u (local.get $x) (i32.const 1)) (then (i32.const 1)) (else (local.get $x))))
  (func (export "nonzero") (param $x i32) (result i32)
    (if (result i32) (local.get $x) (then (i32.const 1)) (else (local.get $x)))))

;; expect:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, s1.0, e2) {
;;   v3 = i32.const 4
;;   v4 = i32.eq v0, v3
;;   c5 = match v4 {0 => 0, _ => 1}
;;   v6 = gamma c5 {
;;     0:
;;     => v0
;;     1:
;;       v7 = i32.const 5
;;     => v7
;;   }
;; } => v6, s1.0, e2
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f1: graph (v0: i32, s1.0, e2) {
;;   v3 = i32.const 4
;;   v4 = i32.ne v0, v3
;;   c5 = match v4 {0 => 0, _ => 1}
;;   v6 = gamma c5 {
;;     0:
;;     => v0
;;     1:
;;       v7 = i32.const 4
;;     => v7
;;   }
;; } => v6, s1.0, e2
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f2: graph (v0: i32, s1.0, e2) {
;;   v3 = i32.const 1
;;   v4 = i32.lt_u v0, v3
;;   c5 = match v4 {0 => 0, _ => 1}
;;   v6 = gamma c5 {
;;     0:
;;     => v0
;;     1:
;;       v7 = i32.const 1
;;     => v7
;;   }
;; } => v6, s1.0, e2
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f3: graph (v0: i32, s1.0, e2) {
;;   c3 = match v0 {0 => 0, _ => 1}
;;   v4 = gamma c3 {
;;     0:
;;     => v0
;;     1:
;;       v5 = i32.const 1
;;     => v5
;;   }
;; } => v4, s1.0, e2
