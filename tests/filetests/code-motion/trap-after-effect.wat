;; A node that may trap, behind an effect in the body, stays: the effect of the first iteration comes first.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(-1, 3) == trap
(module
  (memory 1)
  (global $s (export "s") (mut i32) (i32.const 0))
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (local $a i32)
    (loop $l
      (global.set $s (i32.add (global.get $s) (i32.const 1)))
      (local.set $a (i32.add (local.get $a) (i32.load (local.get $p))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $a)))

;; expect:
;; ; cne: pure 1
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: delayed 1, refused.trap 1
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, s4.2, e5) {
;;   v6 = i32.const 0
;;   v7, v8, s9.0, e10 = theta (v11 = v1, v12 = v6, s13.0 = s2.0, e14 = e5) {
;;     v15 = global.get g0 s13.0
;;     v16 = i32.const 1
;;     v17 = i32.add v15, v16
;;     s18.0, e19 = global.set g0 v17, s13.0, e14
;;     v20, e21 = i32.load v0, s3.1, e19
;;     v22 = i32.sub v11, v16
;;     c23 = match v22 {0 => 0, _ => 1}
;;     v24 = i32.add v12, v20
;;     => c23 repeat v22, v24, s18.0, e21
;;   }
;; } => v8, s9.0, s3.1, s4.2, e10
