;; A read of a global is hoisted out of a loop that does not write it. Another global, which the loop writes, stays.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(2, 3) == 0
(module
  (global $s (mut i32) (i32.const 0))
  (global $t (mut i32) (i32.const 7))
  (func (export "f") (param $x i32) (param $n i32) (result i32)
    (loop $l
      (global.set $s (i32.add (global.get $s) (i32.mul (global.get $t) (local.get $x))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (i32.sub (global.get $s) (i32.const 42))))

;; expect:
;; ; cne:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: hoisted 2
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, s4.2, e5) {
;;   v6 = global.get g1 s3.1
;;   v7 = i32.mul v6, v0
;;   v8, s9.0, e10 = theta (v11 = v1, s12.0 = s2.0, e13 = e5) {
;;     v14 = global.get g0 s12.0
;;     v15 = i32.add v14, v7
;;     s16.0, e17 = global.set g0 v15, s12.0, e13
;;     v18 = i32.const 1
;;     v19 = i32.sub v11, v18
;;     c20 = match v19 {0 => 0, _ => 1}
;;     => c20 repeat v19, s16.0, e17
;;   }
;;   v21 = global.get g0 s9.0
;;   v22 = i32.const 42
;;   v23 = i32.sub v21, v22
;; } => v23, s9.0, s3.1, s4.2, e10
