;; Loop versioning of a loop to `i <= n`, whose signed range checks are decided before it: n is tested to be no greatest
;; number.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-versioning,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(16, 7) == 36
;; run: f(16, 8) == trap
;; run: f(16, -1) == 0
;; run: f(32, 0x7fffffff) == trap
(module
  (memory (export "m") 1)
  (data (i32.const 16) "\40\00\00\00\08\00\00\00")
  (data (i32.const 32) "\80\00\00\00\ff\ff\ff\7f")
  (data (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00")
  (func (export "f") (param $a i32) (param $n i32) (result i32)
    (local $i i32) (local $s i32)
    (block $out
      (loop $l
        (br_if $out (i32.gt_s (local.get $i) (local.get $n)))
        (if (i32.ge_s (local.get $i) (i32.load offset=4 (local.get $a))) (then unreachable))
        (local.set $s (i32.add (local.get $s) (i32.load (i32.add (i32.load (local.get $a)) (i32.shl (local.get $i) (i32.const 2))))))
        (i32.store offset=1024 (i32.shl (local.get $i) (i32.const 2)) (local.get $s))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $l)))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "m" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v18 = i32.lt_s v1, v2
;;     br_if v18, b1(v2), b8
;;   b1(v21: i32):
;;     return v21
;;   b4:
;;     v8 = i32.load v0
;;     v9 = i32.const 2
;;     v10 = i32.shl v19, v9
;;     v11 = i32.add v8, v10
;;     v12 = i32.load v11
;;     v13 = i32.add v20, v12
;;     i32.store v10, v13 offset=1024
;;     v16 = i32.const 1
;;     v17 = i32.add v19, v16
;;     v4 = i32.gt_s v17, v1
;;     br_if v4, b1(v13), b7(v17, v13)
;;   b5:
;;     unreachable
;;   b7(v19: i32, v20: i32):
;;     v5 = i32.load v0 offset=4
;;     v6 = i32.ge_s v19, v5
;;     br_if v6, b5, b4
;;   b8:
;;     v22 = i32.const -2147483648
;;     v23 = i32.add v1, v22
;;     v24 = i32.const -2
;;     v25 = i32.le_u v23, v24
;;     v26 = i64.extend_i32_u v1
;;     v27 = i32.load v0 offset=4
;;     v28 = i32.load v0
;;     v30 = i64.const 2147483648
;;     v33 = i64.add v26, v30
;;     v35 = i32.add v27, v22
;;     v36 = i64.extend_i32_u v35
;;     v37 = i64.lt_u v33, v36
;;     v38 = i32.and v25, v37
;;     v70 = i64.const 2
;;     v42 = i64.shl v26, v70
;;     v44 = i64.const 4294967295
;;     v45 = i64.le_u v42, v44
;;     v46 = i32.and v38, v45
;;     v47 = i64.extend_i32_u v0
;;     v49 = i64.const -1017
;;     v50 = i64.add v47, v49
;;     v52 = i64.const 11
;;     v53 = i64.add v42, v52
;;     v54 = i64.ge_u v50, v53
;;     v55 = i32.and v46, v54
;;     br_if v55, b11(v2, v2), b7(v2, v2) !weights 1000 1
;;   b11(v56: i32, v57: i32):
;;     v61 = i32.const 2
;;     v62 = i32.shl v56, v61
;;     v63 = i32.add v28, v62
;;     v64 = i32.load v63
;;     v65 = i32.add v57, v64
;;     i32.store v62, v65 offset=1024
;;     v66 = i32.const 1
;;     v67 = i32.add v56, v66
;;     v68 = i32.gt_s v67, v1
;;     br_if v68, b1(v65), b11(v67, v65)
;;   }
;;   data data0 active m0 (i32.const 16) "@\00\00\00\08\00\00\00"
;;   data data1 active m0 (i32.const 32) "\80\00\00\00\ff\ff\ff\7f"
;;   data data2 active m0 (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;; }
