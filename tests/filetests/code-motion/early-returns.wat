;; No node is placed between a branch that returns early and its dispatch, but behind them.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(2, 3) == 6
;; run: f(0, 3) == 5
;; run: f(9, 9) == 4
(module
  (memory 1)
  (global $s (mut i32) (i32.const 0))
  (func (export "f") (param $x i32) (param $n i32) (result i32)
    (local $i i32) (local $j i32)
    (local.set $i (i32.mul (local.get $x) (i32.const 3))) (if (i32.eqz (local.get $x)) (then (return (i32.const 5)))) (if (i32.eq (local.get $n) (i32.const 9)) (then (return (i32.const 4)))) (global.set $s (i32.add (global.get $s) (local.get $i)))
    (global.get $s)))

;; expect:
;; ; cne: stores 1
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: sunk 1
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   v5 = i32.const 3
;;   v6 = i32.eqz v0
;;   c7 = match v6 {0 => 0, _ => 1}
;;   v8, s9.0, e10 = gamma c7 {
;;     0:
;;       v11 = i32.const 9
;;       v12 = i32.eq v1, v11
;;       c13 = match v12 {0 => 0, _ => 1}
;;       v14, s15.0, e16 = gamma c13 {
;;         0:
;;           v17 = global.get g0 s2.0
;;           v18 = i32.mul v0, v5
;;           v19 = i32.add v17, v18
;;           s20.0, e21 = global.set g0 v19, s2.0, e4
;;         => v19, s20.0, e21
;;         1:
;;           v22 = i32.const 4
;;         => v22, s2.0, e4
;;       }
;;     => v14, s15.0, e16
;;     1:
;;       v23 = i32.const 5
;;     => v23, s2.0, e4
;;   }
;; } => v8, s9.0, s3.1, e10
