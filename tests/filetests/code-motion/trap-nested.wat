;; A node that may trap is hoisted out of an inner loop at the start of the outer one, and out of both.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(8, 3) == 0
(module
  (memory 1)
  (global $s (mut i32) (i32.const 0))
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (local $i i32)
    (loop $o
      (local.set $i (i32.const 4))
      (loop $l
        (global.set $s (i32.add (global.get $s) (i32.load (local.get $p))))
        (br_if $l (local.tee $i (i32.sub (local.get $i) (i32.const 1)))))
      (br_if $o (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (global.get $s)))

;; expect:
;; ; cne:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: hoisted_traps 2
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, s4.2, e5) {
;;   v6, e7 = i32.load v0, s3.1, e5
;;   v8, s9.0, e10 = theta (v11 = v1, s12.0 = s2.0, e13 = e7) {
;;     v14 = i32.const 4
;;     v15, s16.0, e17 = theta (v18 = v14, s19.0 = s12.0, e20 = e13) {
;;       v21 = global.get g0 s19.0
;;       v22 = i32.add v21, v6
;;       s23.0, e24 = global.set g0 v22, s19.0, e20
;;       v25 = i32.const 1
;;       v26 = i32.sub v18, v25
;;       c27 = match v26 {0 => 0, _ => 1}
;;       => c27 repeat v26, s23.0, e24
;;     }
;;     v28 = i32.const 1
;;     v29 = i32.sub v11, v28
;;     c30 = match v29 {0 => 0, _ => 1}
;;     => c30 repeat v29, s16.0, e17
;;   }
;;   v31 = global.get g0 s9.0
;; } => v31, s9.0, s3.1, s4.2, e10
