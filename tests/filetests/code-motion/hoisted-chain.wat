;; Of an expression that is hoisted out of a loop, only the root is live in the loop.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(2, 3) == 21
(module
  (memory 1)
  (global $s (mut i32) (i32.const 0))
  (func (export "f") (param $x i32) (param $n i32) (result i32)
    (local $i i32) (local $j i32)
    (loop $l
      (global.set $s (i32.add (global.get $s) (i32.add (i32.mul (local.get $x) (i32.const 3)) (i32.shr_u (local.get $x) (i32.const 1)))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (global.get $s)))

;; expect:
;; ; cne: pure 1
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: hoisted 3
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   v5 = i32.const 3
;;   v6 = i32.mul v0, v5
;;   v7 = i32.const 1
;;   v8 = i32.shr_u v0, v7
;;   v9 = i32.add v6, v8
;;   v10, s11.0, e12 = theta (v13 = v1, s14.0 = s2.0, e15 = e4) {
;;     v16 = global.get g0 s14.0
;;     v17 = i32.add v16, v9
;;     s18.0, e19 = global.set g0 v17, s14.0, e15
;;     v20 = i32.sub v13, v7
;;     c21 = match v20 {0 => 0, _ => 1}
;;     => c21 repeat v20, s18.0, e19
;;   }
;;   v22 = global.get g0 s11.0
;; } => v22, s11.0, s3.1, e12
