;; Two loop variables that each iteration swaps: neither is invariant.
;; test: graph redirect,dead
;; run: f(1, 5, 3) == -2
;; run: f(2, 5, 3) == 2
;; run: f(3, 5, 3) == -2
(module
  (func (export "f") (param $n i32) (param $x i32) (param $y i32) (result i32) (local $t i32)
    (loop $l
      (local.set $t (local.get $x))
      (local.set $x (local.get $y))
      (local.set $y (local.get $t))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br_if $l (local.get $n)))
    (i32.sub (local.get $x) (local.get $y))))

;; expect:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, v2: i32, s3.0, e4) {
;;   v5, v6, v7 = theta (v8 = v0, v9 = v2, v10 = v1) {
;;     v11 = i32.const 1
;;     v12 = i32.sub v8, v11
;;     c13 = match v12 {0 => 0, _ => 1}
;;     => c13 repeat v12, v10, v9
;;   }
;;   v14 = i32.sub v7, v6
;; } => v14, s3.0, e4
