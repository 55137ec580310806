;; if (x) foo else foo: used on each path, so it is computed once, before the branch.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(2, 3) == 15
;; run: f(0, 3) == 9
(module
  (memory 1)
  (global $s (mut i32) (i32.const 0))
  (func (export "f") (param $x i32) (param $n i32) (result i32)
    (local $i i32) (local $j i32)
    (if (local.get $x) (then (global.set $s (i32.add (global.get $s) (i32.mul (local.get $n) (i32.const 5))))) (else (global.set $s (i32.add (global.get $s) (i32.mul (local.get $n) (i32.const 5)))) (i32.store (i32.const 0) (i32.const 1)) (global.set $s (i32.sub (global.get $s) (i32.mul (local.get $n) (i32.const 2))))))
    (global.get $s)))

;; expect:
;; ; cne: pure 1, stores 1
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: merged 1
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, s4.2, e5) {
;;   v6 = i32.const 0
;;   c7 = match v0 {0 => 0, _ => 1}
;;   v8 = i32.const 5
;;   v9 = i32.mul v1, v8
;;   s10.0, s11.1, e12 = gamma c7 {
;;     0:
;;       v13 = global.get g0 s2.0
;;       v14 = i32.add v13, v9
;;       s15.0, e16 = global.set g0 v14, s2.0, e5
;;       v17 = i32.const 1
;;       s18.1, e19 = i32.store v6, v17, s3.1, e16
;;       v20 = i32.const 2
;;       v21 = i32.mul v1, v20
;;       v22 = i32.sub v14, v21
;;       s23.0, e24 = global.set g0 v22, s15.0, e19
;;     => s23.0, s18.1, e24
;;     1:
;;       v25 = global.get g0 s2.0
;;       v26 = i32.const 5
;;       v27 = i32.add v25, v9
;;       s28.0, e29 = global.set g0 v27, s2.0, e5
;;     => s28.0, s3.1, e29
;;   }
;;   v30 = global.get g0 s10.0
;; } => v30, s10.0, s11.1, s4.2, e12
