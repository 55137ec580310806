;; A float is the constant whose bits its bits are; a byte is what its low eight bits are.
;; test: graph redirect,dead
;; run: bits(1.5) == 1.5
;; run: bits(2) == 2
;; run: byte(0x107) == 7
;; run: byte(3) == 3
(module
  (func (export "bits") (param $x f64) (result f64)
    (if (result f64) (i64.eq (i64.reinterpret_f64 (local.get $x)) (i64.const 0x3ff8000000000000))
      (then (f64.const 1.5)) (else (local.get $x))))
  (func (export "byte") (param i32) (result i32) (local $x i32)
    (local.set $x (i32.shr_u (i32.shl (local.get 0) (i32.const 24)) (i32.const 24)))
    (if (result i32) (i32.eq (i32.and (local.get $x) (i32.const 255)) (i32.const 7))
      (then (i32.const 7)) (else (local.get $x)))))

;; expect:
;; ; gamma 1, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: f64, s1.0, e2) {
;; } => v0, s1.0, e2
;; ; gamma 1, theta 0, dead output 0, dead pre 0
;; f1: graph (v0: i32, s1.0, e2) {
;;   v3 = i32.const 24
;;   v4 = i32.shl v0, v3
;;   v5 = i32.const 24
;;   v6 = i32.shr_u v4, v5
;; } => v6, s1.0, e2
