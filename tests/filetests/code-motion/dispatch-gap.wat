;; A node that is needed behind an early exit is computed before the branch, not between it and its dispatch.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(2, 3) == 12
;; run: f(0, 3) == 3
(module
  (memory 1)
  (global $s (mut i32) (i32.const 0))
  (func (export "f") (param $x i32) (param $n i32) (result i32)
    (local $i i32) (local $j i32)
    (block $b (block $a (if (local.get $x) (then (br_if $a (i32.eq (local.get $n) (i32.const 9))) (global.set $s (i32.const 6)) (br $b))) (global.set $s (i32.const 3)) (return (global.get $s))) (i32.store (i32.const 0) (i32.mul (local.get $x) (i32.const 3)))) (global.set $s (i32.add (global.get $s) (i32.mul (local.get $x) (i32.const 3))))
    (global.get $s)))

;; expect:
;; ; cne: pure 1, stores 2
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion:
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, s4.2, e5) {
;;   v6 = i32.const 0
;;   c7 = match v0 {0 => 0, _ => 1}
;;   v8, s9.0, s10.1, e11 = gamma c7 {
;;     0:
;;       v12 = i32.const 3
;;       s13.0, e14 = global.set g0 v12, s2.0, e5
;;     => v12, s13.0, s3.1, e14
;;     1:
;;       v15 = i32.const 9
;;       v16 = i32.eq v1, v15
;;       c17 = match v16 {0 => 0, _ => 1}
;;       s18.0, s19.1, e20 = gamma c17 {
;;         0:
;;           v21 = i32.const 6
;;           s22.0, e23 = global.set g0 v21, s2.0, e5
;;         => s22.0, s3.1, e23
;;         1:
;;           v24 = i32.const 3
;;           v25 = i32.mul v0, v24
;;           s26.1, e27 = i32.store v6, v25, s3.1, e5
;;         => s2.0, s26.1, e27
;;       }
;;       v28 = global.get g0 s18.0
;;       v29 = i32.const 3
;;       v30 = i32.mul v0, v29
;;       v31 = i32.add v28, v30
;;       s32.0, e33 = global.set g0 v31, s18.0, e20
;;     => v31, s32.0, s19.1, e33
;;   }
;; } => v8, s9.0, s10.1, s4.2, e11
