;; x, or the constant that x is in that alternative: 0 where it is tested for zero, 4 where it is compared with 4.
;; test: graph redirect,dead
;; run: zero(0) == 0
;; run: zero(7) == 7
;; run: four(4) == 4
;; run: four(9) == 9
;; run: not_four(4) == 4
;; run: wide(5) == 5
(module
  (func (export "zero") (param $x i32) (result i32)
    (if (result i32) (local.get $x) (then (local.get $x)) (else (i32.const 0))))
  (func (export "four") (param $x i32) (result i32)
    (if (result i32) (i32.eq (local.get $x) (i32.const 4)) (then (i32.const 4)) (else (local.get $x))))
  (func (export "not_four") (param $x i32) (result i32)
    (if (result i32) (i32.ne (i32.const 4) (local.get $x)) (then (local.get $x)) (else (i32.const 4))))
  (func (export "wide") (param $x i64) (result i64)
    (if (result i64) (i64.eqz (local.get $x)) (then (i64.const 0)) (else (local.get $x)))))

;; expect:
;; ; gamma 1, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, s1.0, e2) {
;; } => v0, s1.0, e2
;; ; gamma 1, theta 0, dead output 0, dead pre 0
;; f1: graph (v0: i32, s1.0, e2) {
;; } => v0, s1.0, e2
;; ; gamma 1, theta 0, dead output 0, dead pre 0
;; f2: graph (v0: i32, s1.0, e2) {
;; } => v0, s1.0, e2
;; ; gamma 1, theta 0, dead output 0, dead pre 0
;; f3: graph (v0: i64, s1.0, e2) {
;; } => v0, s1.0, e2
