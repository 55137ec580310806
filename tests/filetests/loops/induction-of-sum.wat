;; A parameter of the header that is the sum of a counter, as loop rotation leaves it (`x` is `2 * i + 1` whenever the test is
;; reached), is an induction variable: its range check is removed in `sum` and, with two counters and an invariant, in `two`.
;; In `not_sum` it starts as another number than the sum, in `not_always` it is the sum on one of two ways only.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-versioning,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: sum(7) == 12
;; run: sum(9) == 20
;; run: sum(10) == trap
;; run: sum(0x7fffffff) == trap
;; run: two(8, 1) == 21
;; run: two(8, 9) == trap
;; run: not_sum(5) == 10
;; run: not_sum(8) == 24
;; run: not_sum(9) == 24
;; run: not_sum(10) == trap
;; run: not_always(7, 0) == 12
;; run: not_always(9, 3) == 18
(module
  (memory (export "m") 1)
  ;; Nine elements, behind their number.
  (data (i32.const 60) "\09\00\00\00\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00\09\00\00\00")
  (func (export "sum") (param $n i32) (result i32) (local $i i32) (local $x i32) (local $s i32)
    (local.set $x (i32.const 1))
    (loop $l
      (if (i32.ge_u (local.get $x) (i32.load (i32.const 60))) (then (unreachable)))
      (local.set $s (i32.add (local.get $s) (i32.load offset=64 (i32.shl (local.get $x) (i32.const 2)))))
      (i32.store offset=1024 (i32.shl (local.get $i) (i32.const 2)) (local.get $s))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $l (i32.lt_s (local.tee $x (i32.add (i32.shl (local.get $i) (i32.const 1)) (i32.const 1))) (local.get $n))))
    (local.get $s))
  (func (export "two") (param $n i32) (param $by i32) (result i32) (local $i i32) (local $j i32) (local $x i32) (local $s i32)
    (local.set $x (local.get $by))
    (loop $l
      (if (i32.ge_u (local.get $x) (i32.load (i32.const 60))) (then (unreachable)))
      (local.set $s (i32.add (local.get $s) (i32.load offset=60 (i32.shl (local.get $x) (i32.const 2)))))
      (i32.store offset=1024 (i32.shl (local.get $i) (i32.const 2)) (local.get $s))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (local.set $j (i32.add (local.get $j) (i32.const 2)))
      (local.set $x (i32.add (i32.sub (local.get $j) (local.get $i)) (local.get $by)))
      (br_if $l (i32.lt_s (i32.add (local.get $i) (i32.const 2)) (local.get $n))))
    (local.get $s))
  (func (export "not_sum") (param $n i32) (result i32) (local $i i32) (local $x i32) (local $s i32)
    (local.set $x (i32.const 5))
    (loop $l
      (if (i32.ge_u (local.get $x) (i32.load (i32.const 60))) (then (unreachable)))
      (local.set $s (i32.add (local.get $s) (i32.load offset=64 (i32.shl (local.get $x) (i32.const 2)))))
      (i32.store offset=1024 (i32.shl (local.get $i) (i32.const 2)) (local.get $s))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $l (i32.lt_s (local.tee $x (i32.add (i32.shl (local.get $i) (i32.const 1)) (i32.const 1))) (local.get $n))))
    (local.get $s))
  (func (export "not_always") (param $n i32) (param $m i32) (result i32) (local $i i32) (local $x i32) (local $s i32)
    (local.set $x (i32.const 1))
    (loop $l
      (if (i32.ge_u (local.get $x) (i32.load (i32.const 60))) (then (unreachable)))
      (local.set $s (i32.add (local.get $s) (i32.load offset=64 (i32.shl (local.get $x) (i32.const 2)))))
      (i32.store offset=1024 (i32.shl (local.get $i) (i32.const 2)) (local.get $s))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (local.set $x (i32.add (i32.shl (local.get $i) (i32.const 1)) (i32.const 1)))
      (if (local.get $m) (then (local.set $x (i32.add (local.get $x) (local.get $m)))))
      (br_if $l (i32.lt_s (local.get $x) (local.get $n))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   ty1 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "m" m0
;;   export "sum" f0
;;   export "two" f1
;;   export "not_sum" f2
;;   export "not_always" f3
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v2 = i32.const 1
;;     v22 = i32.const 60
;;     v5 = i32.load v22
;;     v25 = i32.const -2
;;     v60 = i32.const -3
;;     v61 = i32.add v0, v60
;;     v62 = i32.const 2147483644
;;     v31 = i32.lt_u v61, v62
;;     v33 = i32.add v0, v25
;;     v35 = i32.shr_u v33, v2
;;     v36 = i64.extend_i32_u v35
;;     v38 = i64.const 1
;;     v40 = i64.shl v36, v38
;;     v41 = i64.add v40, v38
;;     v42 = i64.extend_i32_u v5
;;     v43 = i64.lt_u v41, v42
;;     v44 = i32.and v31, v43
;;     br_if v44, b7(v1, v1, v2), b1(v1, v1, v2) !weights 1000 1
;;   b1(v12: i32, v7: i32, v3: i32):
;;     v6 = i32.ge_u v3, v5
;;     br_if v6, b3, b2
;;   b2:
;;     v8 = i32.const 2
;;     v9 = i32.shl v3, v8
;;     v10 = i32.load v9 offset=64
;;     v11 = i32.add v7, v10
;;     v14 = i32.shl v12, v8
;;     i32.store v14, v11 offset=1024
;;     v16 = i32.add v12, v2
;;     v18 = i32.shl v16, v2
;;     v20 = i32.add v18, v2
;;     v21 = i32.lt_s v20, v0
;;     br_if v21, b1(v16, v11, v20), b5(v11)
;;   b3:
;;     unreachable
;;   b5(v59: i32):
;;     return v59
;;   b7(v45: i32, v46: i32, v47: i32):
;;     v50 = i32.const 2
;;     v51 = i32.shl v47, v50
;;     v52 = i32.load v51 offset=64
;;     v53 = i32.add v46, v52
;;     v54 = i32.shl v45, v50
;;     i32.store v54, v53 offset=1024
;;     v55 = i32.add v45, v2
;;     v56 = i32.shl v55, v2
;;     v57 = i32.add v56, v2
;;     v58 = i32.lt_s v57, v0
;;     br_if v58, b7(v55, v53, v57), b5(v53)
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v26 = i32.const 60
;;     v5 = i32.load v26
;;     v27 = i32.const -2147483645
;;     v28 = i32.const -2147483648
;;     v29 = i32.add v0, v28
;;     v30 = i32.ge_u v29, v27
;;     v31 = i32.const -3
;;     v32 = i32.add v0, v31
;;     v33 = i64.extend_i32_u v32
;;     v34 = i64.extend_i32_u v1
;;     v37 = i64.add v34, v33
;;     v38 = i64.extend_i32_u v5
;;     v39 = i64.lt_u v37, v38
;;     v40 = i32.and v30, v39
;;     br_if v40, b7(v2, v2, v2, v1), b1(v2, v2, v2, v1) !weights 1000 1
;;   b1(v17: i32, v12: i32, v7: i32, v3: i32):
;;     v6 = i32.ge_u v3, v5
;;     br_if v6, b3, b2
;;   b2:
;;     v8 = i32.const 2
;;     v9 = i32.shl v3, v8
;;     v10 = i32.load v9 offset=60
;;     v11 = i32.add v7, v10
;;     v14 = i32.shl v12, v8
;;     i32.store v14, v11 offset=1024
;;     v15 = i32.const 1
;;     v16 = i32.add v12, v15
;;     v19 = i32.add v17, v8
;;     v20 = i32.sub v19, v16
;;     v21 = i32.add v20, v1
;;     v25 = i32.const 3
;;     v23 = i32.add v12, v25
;;     v24 = i32.lt_s v23, v0
;;     br_if v24, b1(v19, v16, v11, v21), b5(v11)
;;   b3:
;;     unreachable
;;   b5(v60: i32):
;;     return v60
;;   b7(v41: i32, v42: i32, v43: i32, v44: i32):
;;     v47 = i32.const 2
;;     v48 = i32.shl v44, v47
;;     v49 = i32.load v48 offset=60
;;     v50 = i32.add v43, v49
;;     v51 = i32.shl v42, v47
;;     i32.store v51, v50 offset=1024
;;     v52 = i32.const 1
;;     v53 = i32.add v42, v52
;;     v54 = i32.add v41, v47
;;     v55 = i32.sub v54, v53
;;     v56 = i32.add v55, v1
;;     v57 = i32.const 3
;;     v58 = i32.add v42, v57
;;     v59 = i32.lt_s v58, v0
;;     br_if v59, b7(v54, v53, v50, v56), b5(v50)
;;   }
;;   func f2 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v2 = i32.const 5
;;     v22 = i32.const 60
;;     v5 = i32.load v22
;;     jump b1(v1, v1, v2)
;;   b1(v12: i32, v7: i32, v3: i32):
;;     v6 = i32.ge_u v3, v5
;;     br_if v6, b3, b2
;;   b2:
;;     v8 = i32.const 2
;;     v9 = i32.shl v3, v8
;;     v10 = i32.load v9 offset=64
;;     v11 = i32.add v7, v10
;;     v14 = i32.shl v12, v8
;;     i32.store v14, v11 offset=1024
;;     v15 = i32.const 1
;;     v16 = i32.add v12, v15
;;     v18 = i32.shl v16, v15
;;     v20 = i32.add v18, v15
;;     v21 = i32.lt_s v20, v0
;;     br_if v21, b1(v16, v11, v20), b5
;;   b3:
;;     unreachable
;;   b5:
;;     return v11
;;   }
;;   func f3 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v3 = i32.const 1
;;     v25 = i32.const 60
;;     v6 = i32.load v25
;;     jump b1(v2, v2, v3)
;;   b1(v13: i32, v8: i32, v4: i32):
;;     v7 = i32.ge_u v4, v6
;;     br_if v7, b3, b2
;;   b2:
;;     v9 = i32.const 2
;;     v10 = i32.shl v4, v9
;;     v11 = i32.load v10 offset=64
;;     v12 = i32.add v8, v11
;;     v15 = i32.shl v13, v9
;;     i32.store v15, v12 offset=1024
;;     v17 = i32.add v13, v3
;;     v19 = i32.shl v17, v3
;;     v21 = i32.add v19, v3
;;     br_if v1, b6, b5(v21)
;;   b3:
;;     unreachable
;;   b5(v23: i32):
;;     v24 = i32.lt_s v23, v0
;;     br_if v24, b1(v17, v12, v23), b8
;;   b6:
;;     v22 = i32.add v21, v1
;;     jump b5(v22)
;;   b8:
;;     return v12
;;   }
;;   data data0 active m0 (i32.const 60) "\t\00\00\00\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00\t\00\00\00"
;; }
