;; A node that all alternatives of a jump table compute is merged before it.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(0, 3) == 15
;; run: f(1, 3) == 16
;; run: f(7, 3) == 17
(module
  (memory 1)
  (global $s (mut i32) (i32.const 0))
  (func (export "f") (param $x i32) (param $n i32) (result i32)
    (local $i i32) (local $j i32)
    (block $done (block $c (block $b (block $a (br_table $a $b $c (local.get $x))) (global.set $s (i32.add (global.get $s) (i32.mul (local.get $n) (i32.const 5)))) (br $done)) (global.set $s (i32.add (global.get $s) (i32.add (i32.mul (local.get $n) (i32.const 5)) (i32.const 1)))) (br $done)) (global.set $s (i32.add (global.get $s) (i32.add (i32.mul (local.get $n) (i32.const 5)) (i32.const 2)))))
    (global.get $s)))

;; expect:
;; ; cne:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: merged 2
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   c5 = match v0 {0 => 0, 1 => 1, _ => 2}
;;   v6 = i32.const 5
;;   v7 = i32.mul v1, v6
;;   s8.0, e9 = gamma c5 {
;;     0:
;;       v10 = global.get g0 s2.0
;;       v11 = i32.add v10, v7
;;       s12.0, e13 = global.set g0 v11, s2.0, e4
;;     => s12.0, e13
;;     1:
;;       v14 = global.get g0 s2.0
;;       v15 = i32.const 5
;;       v16 = i32.const 1
;;       v17 = i32.add v7, v16
;;       v18 = i32.add v14, v17
;;       s19.0, e20 = global.set g0 v18, s2.0, e4
;;     => s19.0, e20
;;     2:
;;       v21 = global.get g0 s2.0
;;       v22 = i32.const 5
;;       v23 = i32.const 2
;;       v24 = i32.add v7, v23
;;       v25 = i32.add v21, v24
;;       s26.0, e27 = global.set g0 v25, s2.0, e4
;;     => s26.0, e27
;;   }
;;   v28 = global.get g0 s8.0
;; } => v28, s8.0, s3.1, e9
