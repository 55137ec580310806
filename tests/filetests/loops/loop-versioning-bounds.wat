;; Loop versioning by bounds of values: `mask` by a constant, in nested loops too; `below` by a signed test around the access,
;; `rising` by that of the back edge where the step is unknown, `stored` by a check that stays; `meet` has two counters,
;; `stride` an unknown stride, `found` an exit that depends on data. Each `not_` differs in what makes it untrue: a signed
;; test of a number that may be negative, a bound that changes, and two spread indices.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-versioning,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: mask(5) == 15
;; run: mask(9) == trap
;; run: masks(4) == 48
;; run: below(8, 8) == 36
;; run: below(8, 4) == 10
;; run: below(8, 9) == trap
;; run: below(-1, 8) == 0
;; run: rising(8, 3) == 12
;; run: rising(8, 0x7fffffff) == 1
;; run: rising(8, 0x7ffffffd) == 1
;; run: rising(9, 4) == trap
;; run: stored(60, 5) == 8
;; run: stored(60, 9) == trap
;; run: stored(52, 3) == trap
;; run: stored(72, 2) == trap
;; run: meet(7) == 16909060
;; run: meet(9) == trap
;; run: meet(0x80000000) == 0
;; run: stride(3, 2) == 9
;; run: stride(3, 4) == trap
;; run: stride(3, 0x40000000) == trap
;; run: stride(3, -1) == trap
;; run: found(8, 4) == 3
;; run: found(8, 12) == trap
;; run: not_below(8, -1) == trap
;; run: not_below(8, 2) == 3
;; run: not_fixed(8) == 36
;; run: not_fixed(12) == trap
;; run: not_two(3) == 5
(module
  (memory (export "m") 1)
  ;; Eight elements, behind their number.
  (data (i32.const 60) "\08\00\00\00\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00")
  (func (export "mask") (param $n i32) (result i32) (local $i i32) (local $s i32) (local $x i32)
    (loop $l
      (local.set $x (i32.and (local.get $s) (i32.const 7)))
      (if (i32.ge_u (local.get $x) (i32.load (i32.const 60))) (then (unreachable)))
      (if (i32.ge_u (local.get $i) (i32.load (i32.const 60))) (then (unreachable)))
      (i32.store offset=1024 (i32.shl (local.get $x) (i32.const 2)) (local.get $i))
      (local.set $s (i32.add (local.get $s) (i32.load offset=64 (i32.shl (local.get $i) (i32.const 2)))))
      (br_if $l (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $s))
  (func (export "masks") (param $n i32) (result i32) (local $i i32) (local $j i32) (local $s i32)
    (loop $outer
      (local.set $i (i32.const 0))
      (loop $l
        (if (i32.ge_u (i32.and (local.get $s) (i32.const 3)) (i32.load (i32.const 60))) (then (unreachable)))
        (i32.store offset=1024 (i32.shl (i32.and (local.get $s) (i32.const 3)) (i32.const 2)) (local.get $i))
        (local.set $s (i32.add (local.get $s) (i32.const 3)))
        (br_if $l (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
      (br_if $outer (i32.lt_s (local.tee $j (i32.add (local.get $j) (i32.const 1))) (local.get $n))))
    (local.get $s))
  (func (export "below") (param $n i32) (param $m i32) (result i32) (local $i i32) (local $x i32) (local $s i32)
    (if (i32.lt_s (local.get $n) (i32.const 1)) (then (return (i32.const 0))))
    (loop $l
      (local.set $x (i32.shr_u (i32.load offset=64 (i32.shl (local.get $i) (i32.const 2))) (i32.const 1)))
      (if (i32.lt_s (local.get $x) (local.get $m)) (then
        (if (i32.ge_u (local.get $x) (i32.load (i32.const 60))) (then (unreachable)))
        (i32.store offset=1024 (i32.shl (local.get $x) (i32.const 2)) (local.get $i))))
      (if (i32.ge_u (local.get $i) (local.get $m)) (then (return (local.get $s))))
      (if (i32.ge_u (i32.sub (local.get $m) (i32.const 1)) (i32.load (i32.const 60))) (then (unreachable)))
      (local.set $s (i32.add (local.get $s) (i32.load offset=64 (i32.shl (local.get $i) (i32.const 2)))))
      (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $s))
  (func (export "rising") (param $n i32) (param $by i32) (result i32) (local $i i32) (local $s i32)
    (loop $l
      (if (i32.ge_u (local.get $i) (i32.load (i32.const 60))) (then (unreachable)))
      (i32.store offset=1024 (i32.shl (local.get $i) (i32.const 2)) (local.get $s))
      (local.set $s (i32.add (local.get $s) (i32.load offset=64 (i32.shl (local.get $i) (i32.const 2)))))
      (br_if $l (i32.lt_s (local.tee $i (i32.add (local.get $i) (local.get $by))) (local.get $n))))
    (local.get $s))
  ;; The index is loaded; behind its check, the bytes that the loop writes are known.
  (func (export "stored") (param $a i32) (param $n i32) (result i32) (local $i i32) (local $x i32)
    (loop $l
      (if (i32.ge_u (local.get $i) (i32.load (local.get $a))) (then (unreachable)))
      (local.set $x (i32.load offset=4 (i32.add (local.get $a) (i32.shl (local.get $i) (i32.const 2)))))
      (if (i32.ge_u (local.get $x) (i32.load (local.get $a))) (then (unreachable)))
      (i32.store offset=4 (i32.add (local.get $a) (i32.shl (local.get $x) (i32.const 2))) (local.get $x))
      (br_if $l (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (i32.add (local.get $i) (i32.load offset=12 (local.get $a))))
  (func (export "meet") (param $n i32) (result i32) (local $i i32) (local $j i32) (local $x i32)
    (local.set $j (local.get $n))
    (block $out
      (loop $l
        (br_if $out (i32.ge_s (local.get $i) (local.get $j)))
        (if (i32.ge_u (local.get $i) (i32.load (i32.const 60))) (then (unreachable)))
        (if (i32.ge_u (local.get $j) (i32.load (i32.const 60))) (then (unreachable)))
        (local.set $x (i32.add (i32.shl (local.get $x) (i32.const 8)) (i32.load offset=64 (i32.shl (local.get $i) (i32.const 2)))))
        (i32.store offset=1024 (i32.shl (local.get $j) (i32.const 2)) (local.get $x))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (local.set $j (i32.sub (local.get $j) (i32.const 1)))
        (br $l)))
    (local.get $x))
  (func (export "stride") (param $n i32) (param $m i32) (result i32) (local $i i32) (local $x i32) (local $s i32)
    (loop $l
      (local.set $x (i32.mul (local.get $i) (local.get $m)))
      (if (i32.ge_u (local.get $x) (i32.load (i32.const 60))) (then (unreachable)))
      (i32.store offset=1024 (i32.shl (local.get $i) (i32.const 2)) (local.get $s))
      (local.set $s (i32.add (local.get $s) (i32.load offset=64 (i32.shl (local.get $x) (i32.const 2)))))
      (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $s))
  (func (export "found") (param $n i32) (param $what i32) (result i32) (local $i i32)
    (block $out
      (loop $l
        (if (i32.ge_u (local.get $i) (i32.load (i32.const 60))) (then (unreachable)))
        (br_if $out (i32.eq (i32.load offset=64 (i32.shl (local.get $i) (i32.const 2))) (local.get $what)))
        (i32.store offset=1024 (i32.shl (local.get $i) (i32.const 2)) (local.get $what))
        (br_if $l (i32.le_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (local.get $i))
  ;; The number may be negative.
  (func (export "not_below") (param $n i32) (param $x i32) (result i32) (local $i i32) (local $s i32)
    (loop $l
      (if (i32.lt_s (i32.xor (local.get $x) (local.get $s)) (i32.const 8)) (then
        (if (i32.ge_u (i32.xor (local.get $x) (local.get $s)) (i32.load (i32.const 60))) (then (unreachable)))
        (i32.store offset=1024 (local.get $i) (local.get $s))
        (local.set $s (i32.and (local.get $i) (i32.const 3)))))
      (br_if $l (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $s))
  ;; The bound of the back edge is the sum.
  (func (export "not_fixed") (param $n i32) (result i32) (local $i i32) (local $s i32)
    (loop $l
      (if (i32.ge_u (local.get $i) (i32.load (i32.const 60))) (then (unreachable)))
      (local.set $s (i32.add (local.get $s) (i32.load offset=64 (i32.shl (local.get $i) (i32.const 2)))))
      (i32.store offset=1024 (i32.shl (local.get $i) (i32.const 2)) (local.get $s))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $l (i32.and (i32.lt_s (local.get $i) (local.get $n)) (i32.lt_s (local.get $i) (i32.shl (local.get $s) (i32.const 1))))))
    (local.get $s))
  ;; The sum of two numbers that are in no order.
  (func (export "not_two") (param $n i32) (result i32) (local $i i32) (local $s i32) (local $x i32)
    (loop $l
      (local.set $x (i32.add (i32.and (local.get $s) (i32.const 1)) (i32.and (i32.mul (local.get $s) (local.get $s)) (i32.const 2))))
      (if (i32.ge_u (local.get $x) (i32.load (i32.const 60))) (then (unreachable)))
      (i32.store offset=1024 (i32.shl (local.get $x) (i32.const 2)) (local.get $s))
      (local.set $s (i32.add (local.get $s) (i32.load offset=64 (i32.shl (local.get $x) (i32.const 2)))))
      (br_if $l (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   ty1 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "m" m0
;;   export "mask" f0
;;   export "masks" f1
;;   export "below" f2
;;   export "rising" f3
;;   export "stored" f4
;;   export "meet" f5
;;   export "stride" f6
;;   export "found" f7
;;   export "not_below" f8
;;   export "not_fixed" f9
;;   export "not_two" f10
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v21 = i32.const 60
;;     v6 = i32.load v21
;;     v22 = i32.const -2147483647
;;     v23 = i32.const -2147483648
;;     v24 = i32.add v0, v23
;;     v25 = i32.ge_u v24, v22
;;     v26 = i32.const -1
;;     v27 = i32.add v0, v26
;;     v31 = i32.const 7
;;     v37 = i32.gt_u v6, v31
;;     v38 = i32.and v25, v37
;;     v45 = i32.lt_u v27, v6
;;     v46 = i32.and v38, v45
;;     br_if v46, b10(v1, v1), b1(v1, v1) !weights 1000 1
;;   b1(v8: i32, v2: i32):
;;     v4 = i32.and v2, v31
;;     v7 = i32.ge_u v4, v6
;;     br_if v7, b3, b2
;;   b2:
;;     v11 = i32.ge_u v8, v6
;;     br_if v11, b6, b5
;;   b3:
;;     unreachable
;;   b5:
;;     v12 = i32.const 2
;;     v13 = i32.shl v4, v12
;;     i32.store v13, v8 offset=1024
;;     v15 = i32.shl v8, v12
;;     v16 = i32.load v15 offset=64
;;     v17 = i32.add v2, v16
;;     v18 = i32.const 1
;;     v19 = i32.add v8, v18
;;     v20 = i32.lt_s v19, v0
;;     br_if v20, b1(v19, v17), b8(v17)
;;   b6:
;;     unreachable
;;   b8(v62: i32):
;;     return v62
;;   b10(v47: i32, v48: i32):
;;     v50 = i32.and v48, v31
;;     v54 = i32.const 2
;;     v55 = i32.shl v50, v54
;;     i32.store v55, v47 offset=1024
;;     v56 = i32.shl v47, v54
;;     v57 = i32.load v56 offset=64
;;     v58 = i32.add v48, v57
;;     v59 = i32.const 1
;;     v60 = i32.add v47, v59
;;     v61 = i32.lt_s v60, v0
;;     br_if v61, b10(v60, v58), b8(v58)
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v25 = i32.const 60
;;     v7 = i32.load v25
;;     jump b1(v1, v1)
;;   b1(v20: i32, v19: i32):
;;     v26 = i32.const -2147483647
;;     v27 = i32.const -2147483648
;;     v28 = i32.add v0, v27
;;     v29 = i32.ge_u v28, v26
;;     v35 = i32.const 3
;;     v41 = i32.gt_u v7, v35
;;     v42 = i32.and v29, v41
;;     br_if v42, b9(v1, v19), b2(v1, v19) !weights 1000 1
;;   b2(v13: i32, v3: i32):
;;     v5 = i32.and v3, v35
;;     v8 = i32.ge_u v5, v7
;;     br_if v8, b4, b3
;;   b3:
;;     v11 = i32.const 2
;;     v12 = i32.shl v5, v11
;;     i32.store v12, v13 offset=1024
;;     v15 = i32.add v3, v35
;;     v16 = i32.const 1
;;     v17 = i32.add v13, v16
;;     v18 = i32.lt_s v17, v0
;;     br_if v18, b2(v17, v15), b6(v15)
;;   b4:
;;     unreachable
;;   b6(v57: i32):
;;     v56 = i32.const 1
;;     v22 = i32.add v20, v56
;;     v23 = i32.lt_s v22, v0
;;     br_if v23, b1(v22, v57), b7
;;   b7:
;;     return v57
;;   b9(v43: i32, v44: i32):
;;     v46 = i32.and v44, v35
;;     v49 = i32.const 2
;;     v50 = i32.shl v46, v49
;;     i32.store v50, v43 offset=1024
;;     v51 = i32.add v44, v35
;;     v52 = i32.const 1
;;     v53 = i32.add v43, v52
;;     v54 = i32.lt_s v53, v0
;;     br_if v54, b9(v53, v51), b6(v51)
;;   }
;;   func f2 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v3 = i32.const 1
;;     v4 = i32.le_s v0, v2
;;     br_if v4, b2, b18
;;   b2:
;;     return v2
;;   b4(v19: i32, v6: i32):
;;     v7 = i32.const 2
;;     v8 = i32.shl v6, v7
;;     v9 = i32.load v8 offset=64
;;     v11 = i32.shr_u v9, v3
;;     v12 = i32.lt_s v11, v1
;;     br_if v12, b6, b5
;;   b5:
;;     v18 = i32.ge_u v6, v1
;;     br_if v18, b12(v19), b11
;;   b6:
;;     v15 = i32.ge_u v11, v14
;;     br_if v15, b9, b8
;;   b8:
;;     v17 = i32.shl v11, v7
;;     i32.store v17, v6 offset=1024
;;     jump b5
;;   b9:
;;     unreachable
;;   b11:
;;     br_if v24, b15, b14
;;   b12(v76: i32):
;;     return v76
;;   b14:
;;     v27 = i32.load v8 offset=64
;;     v28 = i32.add v19, v27
;;     v30 = i32.add v6, v3
;;     v31 = i32.ne v30, v0
;;     br_if v31, b4(v28, v30), b17(v28)
;;   b15:
;;     unreachable
;;   b17(v75: i32):
;;     return v75
;;   b18:
;;     v34 = i32.const 60
;;     v14 = i32.load v34
;;     v35 = i32.const -1
;;     v21 = i32.add v1, v35
;;     v24 = i32.ge_u v21, v14
;;     v47 = i32.lt_u v21, v14
;;     v53 = i32.and v47, v47
;;     br_if v53, b20(v2, v2), b4(v2, v2) !weights 1000 1
;;   b20(v54: i32, v55: i32):
;;     v56 = i32.const 2
;;     v57 = i32.shl v55, v56
;;     v58 = i32.load v57 offset=64
;;     v59 = i32.shr_u v58, v3
;;     v60 = i32.lt_s v59, v1
;;     br_if v60, b21, b23
;;   b21:
;;     v63 = i32.shl v59, v56
;;     i32.store v63, v55 offset=1024
;;     jump b23
;;   b23:
;;     v64 = i32.ge_u v55, v1
;;     br_if v64, b12(v54), b25
;;   b25:
;;     v67 = i32.load v57 offset=64
;;     v68 = i32.add v54, v67
;;     v69 = i32.add v55, v3
;;     v70 = i32.ne v69, v0
;;     br_if v70, b20(v68, v69), b17(v68)
;;   }
;;   func f3 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v16 = i32.const 60
;;     v5 = i32.load v16
;;     v20 = i32.const -1
;;     v21 = i32.add v0, v20
;;     v25 = i64.extend_i32_u v21
;;     v26 = i64.extend_i32_u v1
;;     v27 = i64.add v25, v26
;;     v28 = i64.const 2147483647
;;     v29 = i64.le_u v27, v28
;;     v38 = i32.lt_u v21, v5
;;     v39 = i32.and v29, v38
;;     br_if v39, b7(v2, v2), b1(v2, v2) !weights 1000 1
;;   b1(v9: i32, v3: i32):
;;     v6 = i32.ge_u v3, v5
;;     br_if v6, b3, b2
;;   b2:
;;     v7 = i32.const 2
;;     v8 = i32.shl v3, v7
;;     i32.store v8, v9 offset=1024
;;     v12 = i32.load v8 offset=64
;;     v13 = i32.add v9, v12
;;     v14 = i32.add v3, v1
;;     v15 = i32.lt_s v14, v0
;;     br_if v15, b1(v13, v14), b5(v13)
;;   b3:
;;     unreachable
;;   b5(v50: i32):
;;     return v50
;;   b7(v40: i32, v41: i32):
;;     v44 = i32.const 2
;;     v45 = i32.shl v41, v44
;;     i32.store v45, v40 offset=1024
;;     v46 = i32.load v45 offset=64
;;     v47 = i32.add v40, v46
;;     v48 = i32.add v41, v1
;;     v49 = i32.lt_s v48, v0
;;     br_if v49, b7(v47, v48), b5(v47)
;;   }
;;   func f4 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v20 = i32.const -2147483647
;;     v21 = i32.const -2147483648
;;     v22 = i32.add v1, v21
;;     v23 = i32.ge_u v22, v20
;;     v24 = i32.const -1
;;     v25 = i32.add v1, v24
;;     v27 = i32.load v0
;;     v34 = i32.lt_u v25, v27
;;     v35 = i32.and v23, v34
;;     v36 = i64.extend_i32_u v0
;;     v38 = i32.add v27, v24
;;     v39 = i64.extend_i32_u v38
;;     v70 = i64.const 2
;;     v41 = i64.shl v39, v70
;;     v42 = i64.add v36, v41
;;     v43 = i64.const 4294967295
;;     v44 = i64.le_u v42, v43
;;     v45 = i32.and v35, v44
;;     v47 = i64.sub v36, v36
;;     v48 = i64.const -1
;;     v49 = i64.add v47, v48
;;     v51 = i64.const 7
;;     v52 = i64.add v41, v51
;;     v53 = i64.ge_u v49, v52
;;     v54 = i32.and v45, v53
;;     br_if v54, b10(v2), b1(v2) !weights 1000 1
;;   b1(v3: i32):
;;     v4 = i32.load v0
;;     v5 = i32.ge_u v3, v4
;;     br_if v5, b3, b2
;;   b2:
;;     v6 = i32.const 2
;;     v7 = i32.shl v3, v6
;;     v8 = i32.add v0, v7
;;     v9 = i32.load v8 offset=4
;;     v11 = i32.ge_u v9, v4
;;     br_if v11, b6, b5
;;   b3:
;;     unreachable
;;   b5:
;;     v13 = i32.shl v9, v6
;;     v14 = i32.add v0, v13
;;     i32.store v14, v9 offset=4
;;     v15 = i32.const 1
;;     v16 = i32.add v3, v15
;;     v17 = i32.lt_s v16, v1
;;     br_if v17, b1(v16), b8(v16)
;;   b6:
;;     unreachable
;;   b8(v69: i32):
;;     v18 = i32.load v0 offset=12
;;     v19 = i32.add v69, v18
;;     return v19
;;   b10(v55: i32):
;;     v58 = i32.const 2
;;     v59 = i32.shl v55, v58
;;     v60 = i32.add v0, v59
;;     v61 = i32.load v60 offset=4
;;     v62 = i32.ge_u v61, v27
;;     br_if v62, b6, b12
;;   b12:
;;     v63 = i32.shl v61, v58
;;     v64 = i32.add v0, v63
;;     i32.store v64, v61 offset=4
;;     v65 = i32.const 1
;;     v66 = i32.add v55, v65
;;     v67 = i32.lt_s v66, v1
;;     br_if v67, b10(v66), b8(v66)
;;   }
;;   func f5 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v25 = i32.le_s v0, v1
;;     br_if v25, b1(v1), b11
;;   b1(v29: i32):
;;     return v29
;;   b4:
;;     v10 = i32.ge_u v27, v6
;;     br_if v10, b8, b7
;;   b5:
;;     unreachable
;;   b7:
;;     v12 = i32.const 8
;;     v13 = i32.shl v28, v12
;;     v15 = i32.shl v26, v81
;;     v16 = i32.load v15 offset=64
;;     v17 = i32.add v13, v16
;;     v19 = i32.shl v27, v81
;;     i32.store v19, v17 offset=1024
;;     v21 = i32.add v26, v42
;;     v23 = i32.add v27, v40
;;     v4 = i32.ge_s v21, v23
;;     br_if v4, b1(v17), b10(v21, v23, v17)
;;   b8:
;;     unreachable
;;   b10(v26: i32, v27: i32, v28: i32):
;;     v7 = i32.ge_u v26, v6
;;     br_if v7, b5, b4
;;   b11:
;;     v30 = i32.const 60
;;     v6 = i32.load v30
;;     v81 = i32.const 2
;;     v39 = i32.ge_s v0, v81
;;     v40 = i32.const -1
;;     v41 = i32.add v0, v40
;;     v42 = i32.const 1
;;     v43 = i32.shr_u v41, v42
;;     v51 = i32.lt_u v43, v6
;;     v52 = i32.and v39, v51
;;     v56 = i32.le_u v43, v0
;;     v57 = i32.and v52, v56
;;     v60 = i32.lt_u v0, v6
;;     v61 = i32.and v57, v60
;;     br_if v61, b14(v1, v0, v1), b10(v1, v0, v1) !weights 1000 1
;;   b14(v62: i32, v63: i32, v64: i32):
;;     v68 = i32.const 8
;;     v69 = i32.shl v64, v68
;;     v71 = i32.shl v62, v81
;;     v72 = i32.load v71 offset=64
;;     v73 = i32.add v69, v72
;;     v74 = i32.shl v63, v81
;;     i32.store v74, v73 offset=1024
;;     v76 = i32.add v62, v42
;;     v78 = i32.add v63, v40
;;     v79 = i32.ge_s v76, v78
;;     br_if v79, b1(v73), b14(v76, v78, v73)
;;   }
;;   func f6 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v18 = i32.const 60
;;     v6 = i32.load v18
;;     v19 = i32.const 1
;;     v20 = i32.ne v0, v2
;;     v21 = i32.const -1
;;     v22 = i32.add v0, v21
;;     v23 = i64.extend_i32_u v22
;;     v26 = i64.extend_i32_u v1
;;     v27 = i64.mul v23, v26
;;     v29 = i64.extend_i32_u v6
;;     v30 = i64.lt_u v27, v29
;;     v31 = i32.and v20, v30
;;     br_if v31, b7(v2, v2), b1(v2, v2) !weights 1000 1
;;   b1(v10: i32, v3: i32):
;;     v4 = i32.mul v3, v1
;;     v7 = i32.ge_u v4, v6
;;     br_if v7, b3, b2
;;   b2:
;;     v8 = i32.const 2
;;     v9 = i32.shl v3, v8
;;     i32.store v9, v10 offset=1024
;;     v12 = i32.shl v4, v8
;;     v13 = i32.load v12 offset=64
;;     v14 = i32.add v10, v13
;;     v16 = i32.add v3, v19
;;     v17 = i32.lt_u v16, v0
;;     br_if v17, b1(v14, v16), b5(v14)
;;   b3:
;;     unreachable
;;   b5(v45: i32):
;;     return v45
;;   b7(v32: i32, v33: i32):
;;     v34 = i32.mul v33, v1
;;     v37 = i32.const 2
;;     v38 = i32.shl v33, v37
;;     i32.store v38, v32 offset=1024
;;     v39 = i32.shl v34, v37
;;     v40 = i32.load v39 offset=64
;;     v41 = i32.add v32, v40
;;     v43 = i32.add v33, v19
;;     v44 = i32.lt_u v43, v0
;;     br_if v44, b7(v41, v43), b5(v41)
;;   }
;;   func f7 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v17 = i32.const 60
;;     v5 = i32.load v17
;;     jump b2(v2)
;;   b1(v16: i32):
;;     return v16
;;   b2(v3: i32):
;;     v6 = i32.ge_u v3, v5
;;     br_if v6, b4, b3
;;   b3:
;;     v7 = i32.const 2
;;     v8 = i32.shl v3, v7
;;     v9 = i32.load v8 offset=64
;;     v10 = i32.eq v9, v1
;;     br_if v10, b1(v3), b6
;;   b4:
;;     unreachable
;;   b6:
;;     i32.store v8, v1 offset=1024
;;     v13 = i32.const 1
;;     v14 = i32.add v3, v13
;;     v15 = i32.le_s v14, v0
;;     br_if v15, b2(v14), b1(v14)
;;   }
;;   func f8 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v18 = i32.const 60
;;     v9 = i32.load v18
;;     jump b1(v2, v2)
;;   b1(v11: i32, v3: i32):
;;     v4 = i32.xor v1, v3
;;     v5 = i32.const 8
;;     v6 = i32.lt_s v4, v5
;;     br_if v6, b3, b2(v3)
;;   b2(v17: i32):
;;     v14 = i32.const 1
;;     v15 = i32.add v11, v14
;;     v16 = i32.lt_s v15, v0
;;     br_if v16, b1(v15, v17), b8
;;   b3:
;;     v10 = i32.ge_u v4, v9
;;     br_if v10, b6, b5
;;   b5:
;;     i32.store v11, v3 offset=1024
;;     v12 = i32.const 3
;;     v13 = i32.and v11, v12
;;     jump b2(v13)
;;   b6:
;;     unreachable
;;   b8:
;;     return v17
;;   }
;;   func f9 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v20 = i32.const 60
;;     v4 = i32.load v20
;;     jump b1(v1, v1)
;;   b1(v6: i32, v2: i32):
;;     v5 = i32.ge_u v2, v4
;;     br_if v5, b3, b2
;;   b2:
;;     v7 = i32.const 2
;;     v8 = i32.shl v2, v7
;;     v9 = i32.load v8 offset=64
;;     v10 = i32.add v6, v9
;;     i32.store v8, v10 offset=1024
;;     v13 = i32.const 1
;;     v14 = i32.add v2, v13
;;     v15 = i32.lt_s v14, v0
;;     v17 = i32.shl v10, v13
;;     v18 = i32.lt_s v14, v17
;;     v19 = i32.and v15, v18
;;     br_if v19, b1(v10, v14), b5
;;   b3:
;;     unreachable
;;   b5:
;;     return v10
;;   }
;;   func f10 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v22 = i32.const 60
;;     v10 = i32.load v22
;;     jump b1(v1, v1)
;;   b1(v18: i32, v2: i32):
;;     v3 = i32.const 1
;;     v4 = i32.and v2, v3
;;     v5 = i32.mul v2, v2
;;     v6 = i32.const 2
;;     v7 = i32.and v5, v6
;;     v8 = i32.add v4, v7
;;     v11 = i32.ge_u v8, v10
;;     br_if v11, b3, b2
;;   b2:
;;     v13 = i32.shl v8, v6
;;     i32.store v13, v2 offset=1024
;;     v16 = i32.load v13 offset=64
;;     v17 = i32.add v2, v16
;;     v20 = i32.add v18, v3
;;     v21 = i32.lt_s v20, v0
;;     br_if v21, b1(v20, v17), b5
;;   b3:
;;     unreachable
;;   b5:
;;     return v17
;;   }
;;   data data0 active m0 (i32.const 60) "\08\00\00\00\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;; }
