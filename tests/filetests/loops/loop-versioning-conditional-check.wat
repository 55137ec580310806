;; Loop versioning: a conditional check is tested for all iterations. If it would fail in one that does not execute
;; it, the original loop is entered.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-versioning,ssa-cleanup,branch-facts,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(16, 8, 8) == 36
;; run: f(16, 12, 8) == 36
;; run: f(16, 12, 9) == trap
;; run: f(16, 12, 0) == 0
(module
  (memory (export "m") 1)
  (data (i32.const 16) "\40\00\00\00\08\00\00\00")
  (data (i32.const 32) "\80\00\00\00\08\00\00\00")
  (data (i32.const 48) "\30\00\00\00\08\00\00\00")
  (data (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00")
  (func (export "f") (param $a i32) (param $n i32) (param $to i32) (result i32)
    (local $i i32) (local $s i32)
    (loop $l
      (if (i32.lt_u (local.get $i) (local.get $to))
        (then
          (if (i32.ge_u (local.get $i) (i32.load offset=4 (local.get $a))) (then unreachable))
          (local.set $s (i32.add (local.get $s) (i32.load (i32.add (i32.load (local.get $a)) (i32.shl (local.get $i) (i32.const 2))))))
          (i32.store offset=1024 (i32.shl (local.get $i) (i32.const 2)) (local.get $s))))
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
;;     v21 = i32.const -1
;;     v22 = i32.add v1, v21
;;     v23 = i64.extend_i32_u v22
;;     v24 = i64.extend_i32_u v0
;;     v25 = i64.const 8
;;     v26 = i64.add v24, v25
;;     v27 = memory.size m0
;;     v28 = i64.extend_i32_u v27
;;     v29 = i64.const 16
;;     v30 = i64.shl v28, v29
;;     v31 = i64.le_u v26, v30
;;     br_if v31, b10, b9 !weights 1000 1
;;   b1(v8: i32, v4: i32):
;;     v5 = i32.lt_u v4, v2
;;     br_if v5, b3, b2(v8)
;;   b2(v20: i32):
;;     v17 = i32.const 1
;;     v18 = i32.add v4, v17
;;     v19 = i32.ne v18, v1
;;     br_if v19, b1(v20, v18), b8(v20)
;;   b3:
;;     v6 = i32.load v0 offset=4
;;     v7 = i32.ge_u v4, v6
;;     br_if v7, b6, b5
;;   b5:
;;     v9 = i32.load v0
;;     v10 = i32.const 2
;;     v11 = i32.shl v4, v10
;;     v12 = i32.add v9, v11
;;     v13 = i32.load v12
;;     v14 = i32.add v8, v13
;;     i32.store v11, v14 offset=1024
;;     jump b2(v14)
;;   b6:
;;     unreachable
;;   b8(v78: i32):
;;     return v78
;;   b9:
;;     jump b1(v3, v3)
;;   b10:
;;     v32 = i32.load v0 offset=4
;;     v34 = i64.const 4
;;     v35 = i64.add v24, v34
;;     v36 = i64.le_u v35, v30
;;     br_if v36, b11, b9 !weights 1000 1
;;   b11:
;;     v37 = i32.load v0
;;     v44 = i32.lt_u v22, v32
;;     v79 = i64.const 2
;;     v48 = i64.shl v23, v79
;;     v50 = i64.const 4294967295
;;     v51 = i64.le_u v48, v50
;;     v52 = i32.and v44, v51
;;     v55 = i64.const -1017
;;     v56 = i64.add v24, v55
;;     v58 = i64.const 11
;;     v59 = i64.add v48, v58
;;     v60 = i64.ge_u v56, v59
;;     v61 = i32.and v52, v60
;;     br_if v61, b12(v3, v3), b9 !weights 1000 1
;;   b12(v62: i32, v63: i32):
;;     v65 = i32.lt_u v63, v2
;;     br_if v65, b13, b15(v62)
;;   b13:
;;     v69 = i32.const 2
;;     v70 = i32.shl v63, v69
;;     v71 = i32.add v37, v70
;;     v72 = i32.load v71
;;     v73 = i32.add v62, v72
;;     i32.store v70, v73 offset=1024
;;     jump b15(v73)
;;   b15(v64: i32):
;;     v74 = i32.const 1
;;     v75 = i32.add v63, v74
;;     v76 = i32.ne v75, v1
;;     br_if v76, b12(v64, v75), b8(v64)
;;   }
;;   data data0 active m0 (i32.const 16) "@\00\00\00\08\00\00\00"
;;   data data1 active m0 (i32.const 32) "\80\00\00\00\08\00\00\00"
;;   data data2 active m0 (i32.const 48) "0\00\00\00\08\00\00\00"
;;   data data3 active m0 (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;; }
