;; A loop with an arm that traps: the others decide, and the loop and the trap stay.
;; test: graph redirect,dead
;; run: f(1, 5) == 5
;; run: f(2, 5) == 5
;; run: f(9, 5) == trap
(module
  (func (export "f") (param $n i32) (param $x i32) (result i32)
    (local.get $x)
    (loop $l (param i32) (result i32)
      (if (param i32) (result i32) (i32.eq (local.get $n) (i32.const 7))
        (then (unreachable)))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))))

;; expect:
;; ; gamma 0, theta 1, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, s2.0, e3) {
;;   c4 = undef control
;;   v5 = undef i32
;;   c6 = control 3
;;   v7, e8, c9 = theta (v10 = v0, e11 = e3, c12 = c4) {
;;     v13 = i32.const 7
;;     v14 = i32.eq v10, v13
;;     c15 = match v14 {0 => 0, _ => 1}
;;     v16, c17 = gamma c15 {
;;       0:
;;         v18 = i32.const 1
;;         v19 = i32.sub v10, v18
;;         c20 = match v19 {0 => 5, _ => 1}
;;       => v19, c20
;;       1:
;;       => v5, c6
;;     }
;;     c21 = match c17 {1 => 1, _ => 0}
;;     => c21 repeat v16, e11, c17
;;   }
;;   c22 = match c9 {5 => 0, _ => 1}
;;   e23 = gamma c22 {
;;     0:
;;     => e8
;;     1:
;;       e24 = unreachable e8
;;     => e24
;;   }
;; } => v1, s2.0, e23
