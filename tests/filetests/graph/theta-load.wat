;; A load in a loop that stores: its value in the last iteration is not redirected.
;; test: graph redirect,dead
;; run: f(1, 5) == 0
;; run: f(2, 5) == 5
(module
  (memory 1)
  (func (export "f") (param $n i32) (param $x i32) (result i32) (local $r i32)
    (loop $l
      (local.set $r (i32.load (i32.const 0)))
      (i32.store (i32.const 0) (local.get $x))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $r)))

;; expect:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   v5 = undef i32
;;   v6, s7.0, e8, v9 = theta (v10 = v0, s11.0 = s2.0, e12 = e4, v13 = v5) {
;;     v14 = i32.const 0
;;     v15 = i32.load v14, s11.0
;;     v16 = i32.const 0
;;     s17.0, e18 = i32.store v16, v1, s11.0, e12
;;     v19 = i32.const 1
;;     v20 = i32.sub v10, v19
;;     c21 = match v20 {0 => 0, _ => 1}
;;     => c21 repeat v20, s17.0, e18, v15
;;   }
;; } => v9, s7.0, s3.1, e8
