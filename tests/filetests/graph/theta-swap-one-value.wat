;; Two loop variables that each iteration swaps, with the same pre value: redirection, which is not optimistic,
;; keeps both.
;; test: graph redirect,dead
;; run: f(1, 5) == 10
;; run: f(2, 5) == 10
(module
  (memory 1)
  (func (export "f") (param $n i32) (param $a i32) (result i32)
    (local $x i32) (local $y i32) (local $t i32)
    (local.set $x (local.get $a))
    (local.set $y (local.get $a))
    (loop $l
      (i32.store (local.get $n) (local.get $x))
      (local.set $t (local.get $x))
      (local.set $x (local.get $y))
      (local.set $y (local.get $t))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (i32.add (local.get $x) (local.get $y))))

;; expect:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   v5, v6, v7, s8.0, e9 = theta (v10 = v1, v11 = v1, v12 = v0, s13.0 = s2.0, e14 = e4) {
;;     s15.0, e16 = i32.store v12, v11, s13.0, e14
;;     v17 = i32.const 1
;;     v18 = i32.sub v12, v17
;;     c19 = match v18 {0 => 0, _ => 1}
;;     => c19 repeat v11, v10, v18, s15.0, e16
;;   }
;;   v20 = i32.add v6, v5
;; } => v20, s8.0, s3.1, e9
