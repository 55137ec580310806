;; Nested gammas pass a value through: the inner ones are redirected first, after which the outer one is invariant.
;; test: graph redirect,dead
;; run: f(1, 1, 5) == 5
;; run: f(1, 0, 5) == 5
;; run: f(0, 0, 5) == 5
(module
  (memory 1)
  (func (export "f") (param $c i32) (param $d i32) (param $x i32) (result i32)
    (if (result i32) (local.get $c)
      (then
        (if (result i32) (local.get $d)
          (then (i32.store (i32.const 0) (local.get $x)) (local.get $x))
          (else (local.get $x))))
      (else (i32.store (i32.const 4) (local.get $d)) (local.get $x)))))

;; expect:
;; ; gamma 2, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, v2: i32, s3.0, s4.1, e5) {
;;   c6 = match v0 {0 => 0, _ => 1}
;;   s7.0, e8 = gamma c6 {
;;     0:
;;       v9 = i32.const 4
;;       s10.0, e11 = i32.store v9, v1, s3.0, e5
;;     => s10.0, e11
;;     1:
;;       c12 = match v1 {0 => 0, _ => 1}
;;       s13.0, e14 = gamma c12 {
;;         0:
;;         => s3.0, e5
;;         1:
;;           v15 = i32.const 0
;;           s16.0, e17 = i32.store v15, v2, s3.0, e5
;;         => s16.0, e17
;;       }
;;     => s13.0, e14
;;   }
;; } => v2, s7.0, s4.1, e8
