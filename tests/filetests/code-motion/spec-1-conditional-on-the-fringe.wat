;; Example 1: loop { if (i>0) if (x) foo }: the inner conditional depends on nothing in the loop, and is hoisted out
;; of it.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(2, 3) == 8
;; run: f(0, 3) == 0
(module
  (memory 1)
  (global $s (mut i32) (i32.const 0))
  (func (export "f") (param $x i32) (param $n i32) (result i32)
    (local $i i32) (local $j i32)
    (loop $l
      (if (i32.gt_s (local.get $n) (i32.const 1)) (then (global.set $s (i32.add (global.get $s) (if (result i32) (local.get $x) (then (i32.mul (local.get $x) (local.get $x))) (else (i32.const 0))))))) (global.set $s (i32.add (global.get $s) (i32.const 0)))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (global.get $s)))

;; expect:
;; ; cne: pure 3
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: hoisted_conditionals 1, delayed 1
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   v5 = i32.const 0
;;   c6 = match v0 {0 => 0, _ => 1}
;;   v7 = gamma c6 {
;;     0:
;;     => v5
;;     1:
;;       v8 = i32.mul v0, v0
;;     => v8
;;   }
;;   v9, s10.0, e11 = theta (v12 = v1, s13.0 = s2.0, e14 = e4) {
;;     v15 = i32.const 1
;;     v16 = i32.gt_s v12, v15
;;     c17 = match v16 {0 => 0, _ => 1}
;;     s18.0, e19 = gamma c17 {
;;       0:
;;       => s13.0, e14
;;       1:
;;         v20 = global.get g0 s13.0
;;         v21 = i32.add v20, v7
;;         s22.0, e23 = global.set g0 v21, s13.0, e14
;;       => s22.0, e23
;;     }
;;     v24 = global.get g0 s18.0
;;     v25 = i32.add v24, v5
;;     s26.0, e27 = global.set g0 v25, s18.0, e19
;;     v28 = i32.sub v12, v15
;;     c29 = match v28 {0 => 0, _ => 1}
;;     => c29 repeat v28, s26.0, e27
;;   }
;;   v30 = global.get g0 s10.0
;; } => v30, s10.0, s3.1, e11
