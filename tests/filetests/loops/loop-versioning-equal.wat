;; Loop versioning: a check with `>`, one that the index differs from a number that it starts below, and one of an
;; invariant index.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-versioning,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(16, 8, 3) == 24
;; run: f(16, 9, 3) == 27
;; run: f(16, 10, 3) == trap
;; run: f(16, 8, 8) == 64
;; run: f(16, 8, 9) == trap
;; run: f(100, 11, 3) == 33
;; run: f(100, 12, 3) == trap
(module
  (memory (export "m") 1)
  (data (i32.const 16) "\40\00\00\00\08\00\00\00")
  (data (i32.const 32) "\80\00\00\00\08\00\00\00")
  (data (i32.const 48) "\30\00\00\00\08\00\00\00")
  (data (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00")
  (data (i32.const 100) "\40\00\00\00\14\00\00\00")
  (func (export "f") (param $a i32) (param $n i32) (param $c i32) (result i32)
    (local $i i32) (local $s i32)
    (loop $l
      (if (i32.gt_u (local.get $i) (i32.load offset=4 (local.get $a))) (then unreachable))
      (if (i32.gt_u (local.get $c) (i32.load offset=4 (local.get $a))) (then unreachable))
      (if (i32.eq (local.get $i) (i32.const 11)) (then unreachable))
      (local.set $s (i32.add (local.get $s) (local.get $c)))
      (i32.store offset=1024 (i32.shl (local.get $i) (i32.const 2)) (local.get $s))
      (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "m" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     v18 = i32.const -1
;;     v19 = i32.add v1, v18
;;     v20 = i64.extend_i32_u v19
;;     v21 = i32.load v0 offset=4
;;     v28 = i32.le_u v19, v21
;;     v31 = i32.le_u v2, v21
;;     v32 = i32.and v28, v31
;;     v36 = i64.const 4294967285
;;     v39 = i64.add v20, v36
;;     v40 = i64.const 4294967295
;;     v41 = i64.le_u v39, v40
;;     v42 = i32.and v32, v41
;;     v43 = i32.const 1
;;     v76 = i64.const 2
;;     v48 = i64.shl v20, v76
;;     v51 = i64.le_u v48, v40
;;     v52 = i32.and v42, v51
;;     v53 = i64.extend_i32_u v0
;;     v55 = i64.const -1017
;;     v56 = i64.add v53, v55
;;     v58 = i64.const 7
;;     v59 = i64.add v48, v58
;;     v60 = i64.ge_u v56, v59
;;     v61 = i32.and v52, v60
;;     br_if v61, b13(v3, v3), b1(v3, v3) !weights 1000 1
;;   b1(v11: i32, v4: i32):
;;     v5 = i32.load v0 offset=4
;;     v6 = i32.gt_u v4, v5
;;     br_if v6, b3, b2
;;   b2:
;;     v8 = i32.gt_u v2, v5
;;     br_if v8, b6, b5
;;   b3:
;;     unreachable
;;   b5:
;;     v9 = i32.const 11
;;     v10 = i32.eq v4, v9
;;     br_if v10, b9, b8
;;   b6:
;;     unreachable
;;   b8:
;;     v12 = i32.add v11, v2
;;     v13 = i32.const 2
;;     v14 = i32.shl v4, v13
;;     i32.store v14, v12 offset=1024
;;     v16 = i32.add v4, v43
;;     v17 = i32.ne v16, v1
;;     br_if v17, b1(v12, v16), b11(v12)
;;   b9:
;;     unreachable
;;   b11(v75: i32):
;;     return v75
;;   b13(v62: i32, v63: i32):
;;     v69 = i32.add v62, v2
;;     v70 = i32.const 2
;;     v71 = i32.shl v63, v70
;;     i32.store v71, v69 offset=1024
;;     v73 = i32.add v63, v43
;;     v74 = i32.ne v73, v1
;;     br_if v74, b13(v69, v73), b11(v69)
;;   }
;;   data data0 active m0 (i32.const 16) "@\00\00\00\08\00\00\00"
;;   data data1 active m0 (i32.const 32) "\80\00\00\00\08\00\00\00"
;;   data data2 active m0 (i32.const 48) "0\00\00\00\08\00\00\00"
;;   data data3 active m0 (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;;   data data4 active m0 (i32.const 100) "@\00\00\00\14\00\00\00"
;; }
