;; Nested loops that pass a value through: the inner one is redirected first, then the outer one.
;; test: graph redirect,dead
;; run: f(1, 5) == 5
;; run: f(4, 5) == 5
(module
  (memory 1)
  (func (export "f") (param $n i32) (param $x i32) (result i32) (local $m i32)
    (local.get $x)
    (loop $outer (param i32) (result i32)
      (local.set $m (local.get $n))
      (loop $inner (param i32) (result i32)
        (local.set $x)
        (i32.store (local.get $m) (local.get $x))
        (local.set $m (i32.sub (local.get $m) (i32.const 1)))
        (local.get $x)
        (br_if $inner (local.get $m)))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br_if $outer (local.get $n)))))

;; expect:
;; ; gamma 0, theta 2, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   v5, s6.0, e7 = theta (v8 = v0, s9.0 = s2.0, e10 = e4) {
;;     v11, s12.0, e13 = theta (v14 = v8, s15.0 = s9.0, e16 = e10) {
;;       s17.0, e18 = i32.store v14, v1, s15.0, e16
;;       v19 = i32.const 1
;;       v20 = i32.sub v14, v19
;;       c21 = match v20 {0 => 0, _ => 1}
;;       => c21 repeat v20, s17.0, e18
;;     }
;;     v22 = i32.const 1
;;     v23 = i32.sub v8, v22
;;     c24 = match v23 {0 => 0, _ => 1}
;;     => c24 repeat v23, s12.0, e13
;;   }
;; } => v1, s6.0, s3.1, e7
