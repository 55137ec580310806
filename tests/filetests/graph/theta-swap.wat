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
;;   v5, v6, v7, e8 = theta (v9 = v0, v10 = v2, v11 = v1, e12 = e4) {
;;     v13 = i32.const 1
;;     v14 = i32.sub v9, v13
;;     c15 = match v14 {0 => 0, _ => 1}
;;     => c15 repeat v14, v11, v10, e12
;;   }
;;   v16 = i32.sub v7, v6
;; } => v16, s3.0, e8
