;; Constants are not kept live through a loop.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(2, 3) == 15
(module
  (memory 1)
  (global $s (mut i32) (i32.const 0))
  (func (export "f") (param $x i32) (param $n i32) (result i32)
    (local $i i32) (local $j i32)
    (loop $l
      (global.set $s (i32.add (global.get $s) (i32.const 5)))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (global.get $s)))

;; expect:
;; ; cne:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion:
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   v5, s6.0, e7 = theta (v8 = v1, s9.0 = s2.0, e10 = e4) {
;;     v11 = global.get g0 s9.0
;;     v12 = i32.const 5
;;     v13 = i32.add v11, v12
;;     s14.0, e15 = global.set g0 v13, s9.0, e10
;;     v16 = i32.const 1
;;     v17 = i32.sub v8, v16
;;     c18 = match v17 {0 => 0, _ => 1}
;;     => c18 repeat v17, s14.0, e15
;;   }
;;   v19 = global.get g0 s6.0
;; } => v19, s6.0, s3.1, e7
