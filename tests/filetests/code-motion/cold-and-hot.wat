;; A node with a cold use at the top and a hot one in a loop is computed once, at the top.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(2, 3) == 24
(module
  (memory 1)
  (global $s (mut i32) (i32.const 0))
  (func (export "f") (param $x i32) (param $n i32) (result i32)
    (local $i i32) (local $j i32)
    (local.set $i (i32.mul (local.get $x) (i32.const 3))) (if (local.get $x) (then (global.set $s (i32.add (global.get $s) (local.get $i))))) (loop $l
      (global.set $s (i32.add (global.get $s) (local.get $i)))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (global.get $s)))

;; expect:
;; ; cne:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion:
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   v5 = i32.const 3
;;   v6 = i32.mul v0, v5
;;   c7 = match v0 {0 => 0, _ => 1}
;;   s8.0, e9 = gamma c7 {
;;     0:
;;     => s2.0, e4
;;     1:
;;       v10 = global.get g0 s2.0
;;       v11 = i32.add v10, v6
;;       s12.0, e13 = global.set g0 v11, s2.0, e4
;;     => s12.0, e13
;;   }
;;   v14, s15.0, e16 = theta (v17 = v1, s18.0 = s8.0, e19 = e9) {
;;     v20 = global.get g0 s18.0
;;     v21 = i32.add v20, v6
;;     s22.0, e23 = global.set g0 v21, s18.0, e19
;;     v24 = i32.const 1
;;     v25 = i32.sub v17, v24
;;     c26 = match v25 {0 => 0, _ => 1}
;;     => c26 repeat v25, s22.0, e23
;;   }
;;   v27 = global.get g0 s15.0
;; } => v27, s15.0, s3.1, e16
