;; A node used in the inner of two loops is hoisted out of both if it depends on neither, and out of the inner one
;; if it depends on the outer one.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(2, 3) == 96
(module
  (memory 1)
  (global $s (mut i32) (i32.const 0))
  (func (export "f") (param $x i32) (param $n i32) (result i32)
    (local $i i32) (local $j i32)
    (loop $l
      (local.set $i (i32.const 3)) (loop $m (global.set $s (i32.add (global.get $s) (i32.mul (local.get $x) (i32.const 3)))) (global.set $s (i32.add (global.get $s) (i32.mul (local.get $n) (local.get $n)))) (br_if $m (local.tee $i (i32.sub (local.get $i) (i32.const 1)))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (global.get $s)))

;; expect:
;; ; cne: pure 1, stores 1
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: hoisted 2
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   v5 = i32.const 3
;;   v6 = i32.mul v0, v5
;;   v7, s8.0, e9 = theta (v10 = v1, s11.0 = s2.0, e12 = e4) {
;;     v13 = i32.mul v10, v10
;;     v14, s15.0, e16 = theta (v17 = v5, s18.0 = s11.0, e19 = e12) {
;;       v20 = global.get g0 s18.0
;;       v21 = i32.add v20, v6
;;       s22.0, e23 = global.set g0 v21, s18.0, e19
;;       v24 = i32.add v21, v13
;;       s25.0, e26 = global.set g0 v24, s22.0, e23
;;       v27 = i32.const 1
;;       v28 = i32.sub v17, v27
;;       c29 = match v28 {0 => 0, _ => 1}
;;       => c29 repeat v28, s25.0, e26
;;     }
;;     v30 = i32.const 1
;;     v31 = i32.sub v10, v30
;;     c32 = match v31 {0 => 0, _ => 1}
;;     => c32 repeat v31, s15.0, e16
;;   }
;;   v33 = global.get g0 s8.0
;; } => v33, s8.0, s3.1, e9
