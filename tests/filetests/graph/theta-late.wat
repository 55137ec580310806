;; A loop variable that becomes another one with another pre value holds the value of the previous iteration: not
;; invariant.
;; test: graph redirect,dead
;; run: f(1, 5, 7) == 7
;; run: f(2, 5, 7) == 5
(module
  (func (export "f") (param $n i32) (param $x i32) (param $y i32) (result i32) (local $z i32)
    (local.set $z (local.get $x))
    (loop $l
      (local.set $z (local.get $y))
      (local.set $y (local.get $x))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $z)))

;; expect:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, v2: i32, s3.0, e4) {
;;   v5 = undef i32
;;   v6, v7, v8 = theta (v9 = v0, v10 = v2, v11 = v5) {
;;     v12 = i32.const 1
;;     v13 = i32.sub v9, v12
;;     c14 = match v13 {0 => 0, _ => 1}
;;     => c14 repeat v13, v1, v10
;;   }
;; } => v8, s3.0, e4
