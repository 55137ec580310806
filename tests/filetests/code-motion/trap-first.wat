;; Nodes that may trap at the start of a body that is executed at least once are hoisted before the loop: a load,
;; and a division after it.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(8, 3) == trap
;; run: f(-1, 3) == trap
;; run: g(8, 3) == 0
(module
  (memory 1)
  (global $s (mut i32) (i32.const 0))
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (loop $l
      (global.set $s (i32.add (global.get $s) (i32.div_u (i32.const 100) (i32.load (local.get $p)))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (global.get $s))
  (func (export "g") (param $p i32) (param $n i32) (result i32)
    (loop $l
      (global.set $s (i32.add (global.get $s) (i32.mul (i32.load (local.get $p)) (local.get $n))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (global.get $s)))

;; expect:
;; ; cne:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: hoisted_traps 2
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, s4.2, e5) {
;;   v6 = i32.const 100
;;   v7, e8 = i32.load v0, s3.1, e5
;;   v9, e10 = i32.div_u v6, v7, e8
;;   v11, s12.0, e13 = theta (v14 = v1, s15.0 = s2.0, e16 = e10) {
;;     v17 = global.get g0 s15.0
;;     v18 = i32.add v17, v9
;;     s19.0, e20 = global.set g0 v18, s15.0, e16
;;     v21 = i32.const 1
;;     v22 = i32.sub v14, v21
;;     c23 = match v22 {0 => 0, _ => 1}
;;     => c23 repeat v22, s19.0, e20
;;   }
;;   v24 = global.get g0 s12.0
;; } => v24, s12.0, s3.1, s4.2, e13
;; ; cne:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: hoisted_traps 1
;; f1: graph (v0: i32, v1: i32, s2.0, s3.1, s4.2, e5) {
;;   v6, e7 = i32.load v0, s3.1, e5
;;   v8, s9.0, e10 = theta (v11 = v1, s12.0 = s2.0, e13 = e7) {
;;     v14 = global.get g0 s12.0
;;     v15 = i32.mul v6, v11
;;     v16 = i32.add v14, v15
;;     s17.0, e18 = global.set g0 v16, s12.0, e13
;;     v19 = i32.const 1
;;     v20 = i32.sub v11, v19
;;     c21 = match v20 {0 => 0, _ => 1}
;;     => c21 repeat v20, s17.0, e18
;;   }
;;   v22 = global.get g0 s9.0
;; } => v22, s9.0, s3.1, s4.2, e10
