;; What is not duplicated: into three alternatives of unknown frequency, and into likely ones what takes more operators.
;; test: graph code-motion
;; run: unknown(2, 3, 4) == 18
;; run: three(2, 3, 4) == 18
;; run: chain(2, 3) == 30
(module
  (global $s (mut i32) (i32.const 0))
  (func (export "unknown") (param $x i32) (param $y i32) (param $n i32) (result i32)
    (local $i i32)
    (global.set $s (i32.const 0))
    (local.set $i (i32.mul (local.get $x) (i32.const 3)))
    (if (local.get $x) (then (global.set $s (i32.add (global.get $s) (local.get $i)))))
    (if (local.get $y) (then (global.set $s (i32.add (global.get $s) (local.get $i)))))
    (if (local.get $n) (then (global.set $s (i32.add (global.get $s) (local.get $i)))))
    (global.get $s))
  (func (export "three") (param $x i32) (param $y i32) (param $n i32) (result i32)
    (local $i i32)
    (global.set $s (i32.const 0))
    (local.set $i (i32.mul (local.get $x) (i32.const 3)))
    (@metadata.code.branch_hint "\01") (if (local.get $x)
      (then (global.set $s (i32.add (global.get $s) (local.get $i)))))
    (@metadata.code.branch_hint "\01") (if (local.get $y)
      (then (global.set $s (i32.add (global.get $s) (local.get $i)))))
    (@metadata.code.branch_hint "\01") (if (local.get $n)
      (then (global.set $s (i32.add (global.get $s) (local.get $i)))))
    (global.get $s))
  (func (export "chain") (param $x i32) (param $n i32) (result i32)
    (local $i i32)
    (global.set $s (i32.const 0))
    (local.set $i (i32.mul (local.get $n) (i32.add (local.get $x) (i32.const 3))))
    (@metadata.code.branch_hint "\01") (if (local.get $x)
      (then (global.set $s (i32.add (global.get $s) (local.get $i)))))
    (@metadata.code.branch_hint "\01") (if (local.get $n)
      (then (global.set $s (i32.add (global.get $s) (local.get $i)))))
    (global.get $s)))

;; expect:
;; ; code-motion:
;; f0: graph (v0: i32, v1: i32, v2: i32, s3.0, s4.1, e5) {
;;   c6 = control 7
;;   c7 = control 4
;;   e8 = undef order
;;   s9.0 = undef state.0
;;   c10 = control 1
;;   v11 = i32.const 0
;;   v12 = i32.const 0
;;   s13.0, e14 = global.set g0 v12, s3.0, e5
;;   v15 = i32.const 3
;;   v16 = i32.mul v0, v15
;;   c17 = match v0 {0 => 0, _ => 1}
;;   s18.0, e19 = gamma c17 {
;;     0:
;;     => s13.0, e14
;;     1:
;;       v20 = global.get g0 s13.0
;;       v21 = i32.add v20, v16
;;       s22.0, e23 = global.set g0 v21, s13.0, e14
;;     => s22.0, e23
;;   }
;;   c24 = match v1 {0 => 0, _ => 1}
;;   s25.0, e26 = gamma c24 {
;;     0:
;;     => s18.0, e19
;;     1:
;;       v27 = global.get g0 s18.0
;;       v28 = i32.add v27, v16
;;       s29.0, e30 = global.set g0 v28, s18.0, e19
;;     => s29.0, e30
;;   }
;;   c31 = match v2 {0 => 0, _ => 1}
;;   s32.0, e33 = gamma c31 {
;;     0:
;;     => s25.0, e26
;;     1:
;;       v34 = global.get g0 s25.0
;;       v35 = i32.add v34, v16
;;       s36.0, e37 = global.set g0 v35, s25.0, e26
;;     => s36.0, e37
;;   }
;;   v38 = global.get g0 s32.0
;; } => v38, s32.0, s4.1, e33
;; ; code-motion:
;; f1: graph (v0: i32, v1: i32, v2: i32, s3.0, s4.1, e5) {
;;   c6 = control 7
;;   c7 = control 4
;;   e8 = undef order
;;   s9.0 = undef state.0
;;   c10 = control 1
;;   v11 = i32.const 0
;;   v12 = i32.const 0
;;   s13.0, e14 = global.set g0 v12, s3.0, e5
;;   v15 = i32.const 3
;;   v16 = i32.mul v0, v15
;;   c17 = match v0 {0 => 0, _ => 1}
;;   s18.0, e19 = gamma c17 {
;;     0:
;;     => s13.0, e14
;;     1:
;;       v20 = global.get g0 s13.0
;;       v21 = i32.add v20, v16
;;       s22.0, e23 = global.set g0 v21, s13.0, e14
;;     => s22.0, e23
;;   }
;;   c24 = match v1 {0 => 0, _ => 1}
;;   s25.0, e26 = gamma c24 {
;;     0:
;;     => s18.0, e19
;;     1:
;;       v27 = global.get g0 s18.0
;;       v28 = i32.add v27, v16
;;       s29.0, e30 = global.set g0 v28, s18.0, e19
;;     => s29.0, e30
;;   }
;;   c31 = match v2 {0 => 0, _ => 1}
;;   s32.0, e33 = gamma c31 {
;;     0:
;;     => s25.0, e26
;;     1:
;;       v34 = global.get g0 s25.0
;;       v35 = i32.add v34, v16
;;       s36.0, e37 = global.set g0 v35, s25.0, e26
;;     => s36.0, e37
;;   }
;;   v38 = global.get g0 s32.0
;; } => v38, s32.0, s4.1, e33
;; ; code-motion:
;; f2: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   c5 = control 4
;;   e6 = undef order
;;   s7.0 = undef state.0
;;   c8 = control 1
;;   v9 = i32.const 0
;;   v10 = i32.const 0
;;   s11.0, e12 = global.set g0 v10, s2.0, e4
;;   v13 = i32.const 3
;;   v14 = i32.add v0, v13
;;   v15 = i32.mul v1, v14
;;   c16 = match v0 {0 => 0, _ => 1}
;;   s17.0, e18 = gamma c16 {
;;     0:
;;     => s11.0, e12
;;     1:
;;       v19 = global.get g0 s11.0
;;       v20 = i32.add v19, v15
;;       s21.0, e22 = global.set g0 v20, s11.0, e12
;;     => s21.0, e22
;;   }
;;   c23 = match v1 {0 => 0, _ => 1}
;;   s24.0, e25 = gamma c23 {
;;     0:
;;     => s17.0, e18
;;     1:
;;       v26 = global.get g0 s17.0
;;       v27 = i32.add v26, v15
;;       s28.0, e29 = global.set g0 v27, s17.0, e18
;;     => s28.0, e29
;;   }
;;   v30 = global.get g0 s24.0
;; } => v30, s24.0, s3.1, e25
