;; A node that two of three alternatives compute stays in them: before the branch it would be executed more often.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(0, 3) == 15
;; run: f(1, 3) == 15
;; run: f(7, 3) == 2
(module
  (memory 1)
  (global $s (mut i32) (i32.const 0))
  (func (export "f") (param $x i32) (param $n i32) (result i32)
    (local $i i32) (local $j i32)
    (block $done (block $c (block $b (block $a (br_table $a $b $c (local.get $x))) (global.set $s (i32.add (global.get $s) (i32.mul (local.get $n) (i32.const 5)))) (br $done)) (global.set $s (i32.add (global.get $s) (i32.mul (local.get $n) (i32.const 5)))) (br $done)) (i32.store (i32.const 0) (i32.const 1)) (global.set $s (i32.add (global.get $s) (i32.const 2))))
    (global.get $s)))

;; expect:
;; ; cne: pure 1
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion:
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, s4.2, e5) {
;;   v6 = i32.const 0
;;   c7 = match v0 {0 => 0, 1 => 1, _ => 2}
;;   s8.0, s9.1, e10 = gamma c7 {
;;     0:
;;       v11 = global.get g0 s2.0
;;       v12 = i32.const 5
;;       v13 = i32.mul v1, v12
;;       v14 = i32.add v11, v13
;;       s15.0, e16 = global.set g0 v14, s2.0, e5
;;     => s15.0, s3.1, e16
;;     1:
;;       v17 = global.get g0 s2.0
;;       v18 = i32.const 5
;;       v19 = i32.mul v1, v18
;;       v20 = i32.add v17, v19
;;       s21.0, e22 = global.set g0 v20, s2.0, e5
;;     => s21.0, s3.1, e22
;;     2:
;;       v23 = i32.const 1
;;       s24.1, e25 = i32.store v6, v23, s3.1, e5
;;       v26 = global.get g0 s2.0
;;       v27 = i32.const 2
;;       v28 = i32.add v26, v27
;;       s29.0, e30 = global.set g0 v28, s2.0, e25
;;     => s29.0, s24.1, e30
;;   }
;;   v31 = global.get g0 s8.0
;; } => v31, s8.0, s9.1, s4.2, e10
