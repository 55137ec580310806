;; A loop that may not terminate: a store stays behind it, while a value that passes through is redirected.
;; test: graph redirect,dead
;; run: f(0, 5) == 5
(module
  (memory 1)
  (func (export "f") (param $c i32) (param $x i32) (result i32)
    (i32.store (i32.const 0) (local.get $x))
    (loop $l (br_if $l (local.get $c)))
    (i32.store (i32.const 0) (i32.const 7))
    (local.get $x)))

;; expect:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   v5 = i32.const 0
;;   s6.0, e7 = i32.store v5, v1, s2.0, e4
;;   e8 = theta (e9 = e7) {
;;     c10 = match v0 {0 => 0, _ => 1}
;;     => c10 repeat e9
;;   }
;;   v11 = i32.const 0
;;   v12 = i32.const 7
;;   s13.0, e14 = i32.store v11, v12, s6.0, e8
;; } => v1, s13.0, s3.1, e14
