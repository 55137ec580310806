;; A read of a global stays before the write of it, though its only use comes after.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(2, 3) == 5
(module
  (memory 1)
  (global $s (mut i32) (i32.const 0))
  (func (export "f") (param $x i32) (param $n i32) (result i32)
    (local $i i32) (local $j i32)
    (local.set $i (global.get $s)) (if (local.get $x) (then (global.set $s (i32.const 5)) (i32.store (i32.const 0) (i32.mul (local.get $i) (i32.const 2)))))
    (global.get $s)))

;; expect:
;; ; cne: pure 1
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion:
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, s4.2, e5) {
;;   v6 = i32.const 0
;;   v7 = global.get g0 s2.0
;;   c8 = match v0 {0 => 0, _ => 1}
;;   s9.0, s10.1, e11 = gamma c8 {
;;     0:
;;     => s2.0, s3.1, e5
;;     1:
;;       v12 = i32.const 5
;;       s13.0, e14 = global.set g0 v12, s2.0, e5
;;       v15 = i32.const 2
;;       v16 = i32.mul v7, v15
;;       s17.1, e18 = i32.store v6, v16, s3.1, e14
;;     => s13.0, s17.1, e18
;;   }
;;   v19 = global.get g0 s9.0
;; } => v19, s9.0, s10.1, s4.2, e11
