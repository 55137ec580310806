;; Unused nodes are dead, and not moved.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(2, 3) == 6
(module
  (memory 1)
  (global $s (mut i32) (i32.const 0))
  (func (export "f") (param $x i32) (param $n i32) (result i32)
    (local $i i32) (local $j i32)
    (local.set $i (i32.mul (local.get $x) (i32.const 3))) (local.set $j (i32.mul (local.get $x) (i32.const 3))) (global.set $s (i32.add (global.get $s) (local.get $i)))
    (global.get $s)))

;; expect:
;; ; cne: pure 2, stores 1
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion:
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   v5 = i32.const 3
;;   v6 = i32.mul v0, v5
;;   v7 = global.get g0 s2.0
;;   v8 = i32.add v7, v6
;;   s9.0, e10 = global.set g0 v8, s2.0, e4
;; } => v8, s9.0, s3.1, e10
