;; Example 2: loop { if (x) if (i>0) foo }: the inner conditional is forced inside by its operands. foo is on the
;; hot fringe, and is hoisted.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(2, 3) == 12
(module
  (memory 1)
  (global $s (mut i32) (i32.const 0))
  (func (export "f") (param $x i32) (param $n i32) (result i32)
    (local $i i32) (local $j i32)
    (loop $l
      (if (local.get $x) (then (if (i32.gt_s (local.get $n) (i32.const 1)) (then (global.set $s (i32.add (global.get $s) (i32.mul (local.get $x) (i32.const 3))))))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (global.get $s)))

;; expect:
;; ; cne:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: hoisted 1
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   v5 = i32.const 3
;;   v6 = i32.mul v0, v5
;;   v7, s8.0, e9 = theta (v10 = v1, s11.0 = s2.0, e12 = e4) {
;;     c13 = match v0 {0 => 0, _ => 1}
;;     s14.0, e15 = gamma c13 {
;;       0:
;;       => s11.0, e12
;;       1:
;;         v16 = i32.const 1
;;         v17 = i32.gt_s v10, v16
;;         c18 = match v17 {0 => 0, _ => 1}
;;         s19.0, e20 = gamma c18 {
;;           0:
;;           => s11.0, e12
;;           1:
;;             v21 = global.get g0 s11.0
;;             v22 = i32.add v21, v6
;;             s23.0, e24 = global.set g0 v22, s11.0, e12
;;           => s23.0, e24
;;         }
;;       => s19.0, e20
;;     }
;;     v25 = i32.const 1
;;     v26 = i32.sub v10, v25
;;     c27 = match v26 {0 => 0, _ => 1}
;;     => c27 repeat v26, s14.0, e15
;;   }
;;   v28 = global.get g0 s8.0
;; } => v28, s8.0, s3.1, e9
