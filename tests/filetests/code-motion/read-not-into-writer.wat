;; A read is not sunk behind a write of the same state.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(2, 3) == 4
(module
  (memory 1)
  (global $s (mut i32) (i32.const 0))
  (func (export "f") (param $x i32) (param $n i32) (result i32)
    (local $i i32) (local $j i32)
    (local.set $i (global.get $s)) (global.set $s (i32.const 4)) (if (local.get $x) (then (i32.store (i32.const 0) (local.get $i))))
    (global.get $s)))

;; expect:
;; ; cne: pure 1, stores 1
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion:
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, s4.2, e5) {
;;   v6 = i32.const 0
;;   v7 = global.get g0 s2.0
;;   v8 = i32.const 4
;;   s9.0, e10 = global.set g0 v8, s2.0, e5
;;   c11 = match v0 {0 => 0, _ => 1}
;;   s12.1, e13 = gamma c11 {
;;     0:
;;     => s3.1, e10
;;     1:
;;       s14.1, e15 = i32.store v6, v7, s3.1, e10
;;     => s14.1, e15
;;   }
;; } => v8, s9.0, s12.1, s4.2, e13
