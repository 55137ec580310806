;; Example 4: z = foo; if (x) z; if (y) z: foo is duplicated into each conditional.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(2, 3) == 12
;; run: f(0, 3) == 0
(module
  (memory 1)
  (global $s (mut i32) (i32.const 0))
  (func (export "f") (param $x i32) (param $n i32) (result i32)
    (local $i i32) (local $j i32)
    (local.set $i (i32.mul (local.get $x) (i32.const 3))) (if (local.get $x) (then (global.set $s (i32.add (global.get $s) (local.get $i))))) (if (local.get $n) (then (global.set $s (i32.add (global.get $s) (local.get $i)))))
    (global.get $s)))

;; expect:
;; ; cne:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: duplicated 1, rematerialized 1
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   c5 = match v0 {0 => 0, _ => 1}
;;   s6.0, e7 = gamma c5 {
;;     0:
;;     => s2.0, e4
;;     1:
;;       v8 = global.get g0 s2.0
;;       v9 = i32.const 3
;;       v10 = i32.mul v0, v9
;;       v11 = i32.add v8, v10
;;       s12.0, e13 = global.set g0 v11, s2.0, e4
;;     => s12.0, e13
;;   }
;;   c14 = match v1 {0 => 0, _ => 1}
;;   s15.0, e16 = gamma c14 {
;;     0:
;;     => s6.0, e7
;;     1:
;;       v17 = global.get g0 s6.0
;;       v18 = i32.const 3
;;       v19 = i32.mul v0, v18
;;       v20 = i32.add v17, v19
;;       s21.0, e22 = global.set g0 v20, s6.0, e7
;;     => s21.0, e22
;;   }
;;   v23 = global.get g0 s15.0
;; } => v23, s15.0, s3.1, e16
