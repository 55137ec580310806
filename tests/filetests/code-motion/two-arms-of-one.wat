;; A node that two of three alternatives use is duplicated into them: that is executed less often.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(0, 3) == 0
;; run: f(1, 3) == 3
;; run: f(2, 3) == 0
(module
  (memory 1)
  (global $s (mut i32) (i32.const 0))
  (func (export "f") (param $x i32) (param $n i32) (result i32)
    (local $i i32) (local $j i32)
    (local.set $i (i32.mul (local.get $x) (i32.const 3))) (block $done (block $c (block $b (block $a (br_table $a $b $c (local.get $x))) (global.set $s (i32.add (global.get $s) (local.get $i))) (br $done)) (global.set $s (i32.add (global.get $s) (local.get $i))) (br $done)) (global.set $s (i32.const 0)))
    (global.get $s)))

;; expect:
;; ; cne: pure 1
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: duplicated 1, rematerialized 1
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   v5 = i32.const 0
;;   c6 = match v0 {0 => 0, 1 => 1, _ => 2}
;;   s7.0, e8 = gamma c6 {
;;     0:
;;       v9 = global.get g0 s2.0
;;       v10 = i32.const 3
;;       v11 = i32.mul v0, v10
;;       v12 = i32.add v9, v11
;;       s13.0, e14 = global.set g0 v12, s2.0, e4
;;     => s13.0, e14
;;     1:
;;       v15 = global.get g0 s2.0
;;       v16 = i32.const 3
;;       v17 = i32.mul v0, v16
;;       v18 = i32.add v15, v17
;;       s19.0, e20 = global.set g0 v18, s2.0, e4
;;     => s19.0, e20
;;     2:
;;       s21.0, e22 = global.set g0 v5, s2.0, e4
;;     => s21.0, e22
;;   }
;;   v23 = global.get g0 s7.0
;; } => v23, s7.0, s3.1, e8
