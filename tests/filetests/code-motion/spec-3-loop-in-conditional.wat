;; Example 3: if (x) loop { foo }: foo is hoisted out of the loop, and stays in the conditional.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(2, 3) == 18
;; run: f(0, 3) == 0
(module
  (memory 1)
  (global $s (mut i32) (i32.const 0))
  (func (export "f") (param $x i32) (param $n i32) (result i32)
    (local $i i32) (local $j i32)
    (if (local.get $x) (then (loop $l
      (global.set $s (i32.add (global.get $s) (i32.mul (local.get $x) (i32.const 3))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))))
    (global.get $s)))

;; expect:
;; ; cne:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: hoisted 1
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   c5 = match v0 {0 => 0, _ => 1}
;;   s6.0, e7 = gamma c5 {
;;     0:
;;     => s2.0, e4
;;     1:
;;       v8 = i32.const 3
;;       v9 = i32.mul v0, v8
;;       v10, s11.0, e12 = theta (v13 = v1, s14.0 = s2.0, e15 = e4) {
;;         v16 = global.get g0 s14.0
;;         v17 = i32.add v16, v9
;;         s18.0, e19 = global.set g0 v17, s14.0, e15
;;         v20 = i32.const 1
;;         v21 = i32.sub v13, v20
;;         c22 = match v21 {0 => 0, _ => 1}
;;         => c22 repeat v21, s18.0, e19
;;       }
;;     => s11.0, e12
;;   }
;;   v23 = global.get g0 s6.0
;; } => v23, s6.0, s3.1, e7
