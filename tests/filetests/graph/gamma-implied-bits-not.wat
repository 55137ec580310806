;; A float that equals zero may be negative zero; a number whose low bits are known may have others.
;; test: graph redirect,dead
;; run: float(-0.0) == 0
;; run: low(0x107) == 7
;; run: low(3) == 3
(module
  (func (export "float") (param $x f64) (result f64)
    (if (result f64) (f64.eq (local.get $x) (f64.const 0))
      (then (f64.const 0)) (else (local.get $x))))
  (func (export "low") (param $x i32) (result i32)
    (if (result i32) (i32.eq (i32.and (local.get $x) (i32.const 255)) (i32.const 7))
      (then (i32.const 7)) (else (local.get $x)))))

;; expect:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: f64, s1.0, e2) {
;;   v3 = f64.const 0.0
;;   v4 = f64.eq v0, v3
;;   c5 = match v4 {0 => 0, _ => 1}
;;   v6 = gamma c5 {
;;     0:
;;     => v0
;;     1:
;;       v7 = f64.const 0.0
;;     => v7
;;   }
;; } => v6, s1.0, e2
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f1: graph (v0: i32, s1.0, e2) {
;;   v3 = i32.const 255
;;   v4 = i32.and v0, v3
;;   v5 = i32.const 7
;;   v6 = i32.eq v4, v5
;;   c7 = match v6 {0 => 0, _ => 1}
;;   v8 = gamma c7 {
;;     0:
;;     => v0
;;     1:
;;       v9 = i32.const 7
;;     => v9
;;   }
;; } => v8, s1.0, e2
