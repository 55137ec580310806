;; A read is hoisted out of a loop across a call that writes other state, but not across one that may write its own.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(2, 3) == 33
(module
  (memory 1)
  (global $t (mut i32) (i32.const 7))
  (global $u (mut i32) (i32.const 1))
  (func $log (param i32) (i32.store (i32.const 0) (i32.add (i32.load (i32.const 0)) (local.get 0))))
  (func $bump (global.set $u (i32.add (global.get $u) (i32.const 1))))
  (func (export "f") (param $x i32) (param $n i32) (result i32)
    (loop $l
      (call $log (i32.mul (global.get $t) (i32.const 1)))
      (call $bump)
      (call $log (i32.add (global.get $u) (i32.const 1)))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (i32.load (i32.const 0))))

;; expect:
;; ; cne: pure 1
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion:
;; f0: graph (v0: i32, s1.0, s2.1, e3) {
;;   v4 = i32.const 0
;;   v5 = i32.load v4, s1.0
;;   v6 = i32.add v5, v0
;;   s7.0, e8 = i32.store v4, v6, s1.0, e3
;; } => s7.0, s2.1, e8
;; ; cne:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion:
;; f1: graph (s0.0, s1.1, e2) {
;;   v3 = global.get g1 s0.0
;;   v4 = i32.const 1
;;   v5 = i32.add v3, v4
;;   s6.0, e7 = global.set g1 v5, s0.0, e2
;; } => s6.0, s1.1, e7
;; ; cne: pure 2
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: hoisted 2, refused.effect 2
;; f2: graph (v0: i32, v1: i32, s2.0, s3.1, s4.2, s5.3, e6) {
;;   v7 = global.get g0 s2.0
;;   v8 = i32.const 1
;;   v9 = i32.mul v7, v8
;;   v10, s11.1, s12.2, e13 = theta (v14 = v1, s15.1 = s3.1, s16.2 = s4.2, e17 = e6) {
;;     s18.1, e19 = call f0 v9, s15.1, e17
;;     s20.2, e21 = call f1 s16.2, e19
;;     v22 = global.get g1 s20.2
;;     v23 = i32.add v22, v8
;;     s24.1, e25 = call f0 v23, s18.1, e21
;;     v26 = i32.sub v14, v8
;;     c27 = match v26 {0 => 0, _ => 1}
;;     => c27 repeat v26, s24.1, s20.2, e25
;;   }
;;   v28 = i32.const 0
;;   v29 = i32.load v28, s11.1
;; } => v29, s2.0, s11.1, s12.2, s5.3, e13
