;; Branch hints decide: a cheap operator is computed in each of two likely alternatives, and in three unlikely ones.
;; test: graph code-motion
;; run: likely(2, 3) == 12
;; run: likely(0, 3) == 0
;; run: likely(2, 0) == 6
;; run: unlikely(2, 3, 4) == 18
;; run: unlikely(0, 0, 4) == 0
(module
  (global $s (mut i32) (i32.const 0))
  (func (export "likely") (param $x i32) (param $n i32) (result i32)
    (local $i i32)
    (global.set $s (i32.const 0))
    (local.set $i (i32.mul (local.get $x) (i32.const 3)))
    (@metadata.code.branch_hint "\01") (if (local.get $x)
      (then (global.set $s (i32.add (global.get $s) (local.get $i)))))
    (@metadata.code.branch_hint "\01") (if (local.get $n)
      (then (global.set $s (i32.add (global.get $s) (local.get $i)))))
    (global.get $s))
  (func (export "unlikely") (param $x i32) (param $y i32) (param $n i32) (result i32)
    (local $i i32)
    (global.set $s (i32.const 0))
    (local.set $i (i32.mul (local.get $x) (i32.const 3)))
    (@metadata.code.branch_hint "\00") (if (local.get $x)
      (then (global.set $s (i32.add (global.get $s) (local.get $i)))))
    (@metadata.code.branch_hint "\00") (if (local.get $y)
      (then (global.set $s (i32.add (global.get $s) (local.get $i)))))
    (@metadata.code.branch_hint "\00") (if (local.get $n)
      (then (global.set $s (i32.add (global.get $s) (local.get $i)))))
    (global.get $s)))

;; expect:
;; ; code-motion: duplicated 1, rematerialized 1
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   c5 = control 4
;;   e6 = undef order
;;   s7.0 = undef state.0
;;   c8 = control 1
;;   v9 = i32.const 0
;;   v10 = i32.const 0
;;   s11.0, e12 = global.set g0 v10, s2.0, e4
;;   c13 = match v0 {0 => 0, _ => 1}
;;   s14.0, e15 = gamma c13 {
;;     0:
;;     => s11.0, e12
;;     1:
;;       v16 = global.get g0 s11.0
;;       v17 = i32.const 3
;;       v18 = i32.mul v0, v17
;;       v19 = i32.add v16, v18
;;       s20.0, e21 = global.set g0 v19, s11.0, e12
;;     => s20.0, e21
;;   }
;;   c22 = match v1 {0 => 0, _ => 1}
;;   s23.0, e24 = gamma c22 {
;;     0:
;;     => s14.0, e15
;;     1:
;;       v25 = global.get g0 s14.0
;;       v26 = i32.const 3
;;       v27 = i32.mul v0, v26
;;       v28 = i32.add v25, v27
;;       s29.0, e30 = global.set g0 v28, s14.0, e15
;;     => s29.0, e30
;;   }
;;   v31 = global.get g0 s23.0
;; } => v31, s23.0, s3.1, e24
;; ; code-motion: duplicated 2, rematerialized 2
;; f1: graph (v0: i32, v1: i32, v2: i32, s3.0, s4.1, e5) {
;;   c6 = control 7
;;   c7 = control 4
;;   e8 = undef order
;;   s9.0 = undef state.0
;;   c10 = control 1
;;   v11 = i32.const 0
;;   v12 = i32.const 0
;;   s13.0, e14 = global.set g0 v12, s3.0, e5
;;   c15 = match v0 {0 => 0, _ => 1}
;;   s16.0, e17 = gamma c15 {
;;     0:
;;     => s13.0, e14
;;     1:
;;       v18 = global.get g0 s13.0
;;       v19 = i32.const 3
;;       v20 = i32.mul v0, v19
;;       v21 = i32.add v18, v20
;;       s22.0, e23 = global.set g0 v21, s13.0, e14
;;     => s22.0, e23
;;   }
;;   c24 = match v1 {0 => 0, _ => 1}
;;   s25.0, e26 = gamma c24 {
;;     0:
;;     => s16.0, e17
;;     1:
;;       v27 = global.get g0 s16.0
;;       v28 = i32.const 3
;;       v29 = i32.mul v0, v28
;;       v30 = i32.add v27, v29
;;       s31.0, e32 = global.set g0 v30, s16.0, e17
;;     => s31.0, e32
;;   }
;;   c33 = match v2 {0 => 0, _ => 1}
;;   s34.0, e35 = gamma c33 {
;;     0:
;;     => s25.0, e26
;;     1:
;;       v36 = global.get g0 s25.0
;;       v37 = i32.const 3
;;       v38 = i32.mul v0, v37
;;       v39 = i32.add v36, v38
;;       s40.0, e41 = global.set g0 v39, s25.0, e26
;;     => s40.0, e41
;;   }
;;   v42 = global.get g0 s34.0
;; } => v42, s34.0, s4.1, e35
