;; An unused read is dead, though a write must come after it: anti-dependences keep nothing alive.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(2, 3) == 2
(module
  (memory 1)
  (global $s (mut i32) (i32.const 0))
  (func (export "f") (param $x i32) (param $n i32) (result i32)
    (local $i i32) (local $j i32)
    (drop (global.get $s)) (global.set $s (local.get $x))
    (global.get $s)))

;; expect:
;; ; cne: stores 1
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion:
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   s5.0, e6 = global.set g0 v0, s2.0, e4
;; } => v0, s5.0, s3.1, e6
