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
;;   v7, c8 = theta (v9 = v0, c10 = c4) {
;;     v11 = i32.const 7
;;     v12 = i32.eq v9, v11
;;     c13 = match v12 {0 => 0, _ => 1}
;;     v14, c15 = gamma c13 {
;;       0:
;;         v16 = i32.const 1
;;         v17 = i32.sub v9, v16
;;         c18 = match v17 {0 => 5, _ => 1}
;;       => v17, c18
;;       1:
;;       => v5, c6
;;     }
;;     c19 = match c15 {1 => 1, _ => 0}
;;     => c19 repeat v14, c15
;;   }
;;   c20 = match c8 {5 => 0, _ => 1}
;;   e21 = gamma c20 {
;;     0:
;;     => e3
;;     1:
;;       e22 = unreachable e3
;;     => e22
;;   }
;; } => v1, s2.0, e21
