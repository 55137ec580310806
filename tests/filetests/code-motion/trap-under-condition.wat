;; A node that may trap under a condition in the body stays there. In a loop with its test at the top, that is the
;; whole body.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(-1, 0) == 0
;; run: f(-1, 1) == trap
(module
  (memory 1)
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (local $a i32)
    (block $out
      (loop $l
        (br_if $out (i32.eqz (local.get $n)))
        (local.set $a (i32.add (local.get $a) (i32.load (local.get $p))))
        (local.set $n (i32.sub (local.get $n) (i32.const 1)))
        (br $l)))
    (local.get $a)))

;; expect:
;; ; cne:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: delayed 2, refused.trap 1
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   e5 = undef order
;;   v6 = undef i32
;;   c7 = control 1
;;   c8 = control 2
;;   v9 = i32.const 0
;;   v10, v11, e12, e13, v14 = theta (v15 = v9, v16 = v1, e17 = e4, e18 = e5, v19 = v6) {
;;     v20 = i32.eqz v16
;;     c21 = match v20 {0 => 0, _ => 1}
;;     v22, v23, e24, c25 = gamma c21 {
;;       0:
;;         v26, e27 = i32.load v0, s2.0, e17
;;         v28 = i32.const 1
;;         v29 = i32.add v15, v26
;;         v30 = i32.sub v16, v28
;;       => v29, v30, e27, c8
;;       1:
;;       => v6, v6, e5, c7
;;     }
;;     c31 = match c25 {2 => 1, _ => 0}
;;     => c31 repeat v22, v23, e24, e17, v15
;;   }
;; } => v14, s2.0, s3.1, e13
