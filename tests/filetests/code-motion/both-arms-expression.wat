;; An expression that both alternatives compute is merged as a whole, operands first.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(2, 3) == 21
;; run: f(0, 3) == 19
(module
  (memory 1)
  (global $s (mut i32) (i32.const 0))
  (func (export "f") (param $x i32) (param $n i32) (result i32)
    (local $i i32) (local $j i32)
    (if (local.get $x) (then (global.set $s (i32.add (global.get $s) (i32.xor (i32.mul (local.get $n) (i32.const 5)) (i32.shl (local.get $n) (i32.const 1))))) (i32.store (i32.const 0) (i32.const 1)) (global.set $s (i32.add (global.get $s) (i32.const 12)))) (else (global.set $s (i32.add (global.get $s) (i32.xor (i32.mul (local.get $n) (i32.const 5)) (i32.shl (local.get $n) (i32.const 1))))) (global.set $s (i32.add (global.get $s) (i32.const 10)))))
    (global.get $s)))

;; expect:
;; ; cne: pure 2, stores 2
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: merged 3
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, s4.2, e5) {
;;   v6 = i32.const 0
;;   c7 = match v0 {0 => 0, _ => 1}
;;   v8 = i32.const 5
;;   v9 = i32.mul v1, v8
;;   v10 = i32.const 1
;;   v11 = i32.shl v1, v10
;;   v12 = i32.xor v9, v11
;;   s13.0, s14.1, e15 = gamma c7 {
;;     0:
;;       v16 = global.get g0 s2.0
;;       v17 = i32.add v16, v12
;;       s18.0, e19 = global.set g0 v17, s2.0, e5
;;       v20 = i32.const 10
;;       v21 = i32.add v17, v20
;;       s22.0, e23 = global.set g0 v21, s18.0, e19
;;     => s22.0, s3.1, e23
;;     1:
;;       v24 = global.get g0 s2.0
;;       v25 = i32.const 5
;;       v26 = i32.const 1
;;       v27 = i32.add v24, v12
;;       s28.0, e29 = global.set g0 v27, s2.0, e5
;;       s30.1, e31 = i32.store v6, v26, s3.1, e29
;;       v32 = i32.const 12
;;       v33 = i32.add v27, v32
;;       s34.0, e35 = global.set g0 v33, s28.0, e31
;;     => s34.0, s30.1, e35
;;   }
;;   v36 = global.get g0 s13.0
;; } => v36, s13.0, s14.1, s4.2, e15
