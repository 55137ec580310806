;; Loop versioning: checks of both indices and loads of both array headers are removed if the store does not overlap
;; them. Elements that overlap a header are copied by the original loop.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-versioning,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: copy(16, 32, 8) == 108
;; run: copy(16, 32, 9) == trap
;; run: copy(16, 32, 0) == 0
;; run: copy(16, 32, 4) == 100
;; run: copy(16, 48, 8) == trap
;; run: copy(48, 32, 8) == 4804
;; run: copy(0xfffffff8, 32, 8) == trap
;; run: copy(0xfffffffc, 32, 0) == 0
(module
  (memory (export "m") 1)
  (data (i32.const 16) "\40\00\00\00\08\00\00\00")
  (data (i32.const 32) "\80\00\00\00\08\00\00\00")
  (data (i32.const 48) "\30\00\00\00\08\00\00\00")
  (data (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00")
  (func (export "copy") (param $a i32) (param $b i32) (param $n i32) (result i32)
    (local $i i32)
    (block $out
      (loop $l
        (br_if $out (i32.ge_u (local.get $i) (local.get $n)))
        (if (i32.ge_u (local.get $i) (i32.load offset=4 (local.get $a))) (then unreachable))
        (if (i32.ge_u (local.get $i) (i32.load offset=4 (local.get $b))) (then unreachable))
        (i32.store (i32.add (i32.load (local.get $b)) (i32.shl (local.get $i) (i32.const 2)))
          (i32.load (i32.add (i32.load (local.get $a)) (i32.shl (local.get $i) (i32.const 2)))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $l)))
    (i32.add (i32.mul (i32.load offset=128 (i32.const 0)) (i32.const 100)) (i32.load offset=156 (i32.const 0)))))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "m" m0
;;   export "copy" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     br_if v2, b11, b1
;;   b1:
;;     v22 = i32.load v3 offset=128
;;     v23 = i32.const 100
;;     v24 = i32.mul v22, v23
;;     v26 = i32.load v3 offset=156
;;     v27 = i32.add v24, v26
;;     return v27
;;   b4:
;;     v8 = i32.load v1 offset=4
;;     v9 = i32.ge_u v29, v8
;;     br_if v9, b8, b7
;;   b5:
;;     unreachable
;;   b7:
;;     v10 = i32.load v1
;;     v11 = i32.const 2
;;     v12 = i32.shl v29, v11
;;     v13 = i32.add v10, v12
;;     v14 = i32.load v0
;;     v17 = i32.add v14, v12
;;     v18 = i32.load v17
;;     i32.store v13, v18
;;     v19 = i32.const 1
;;     v20 = i32.add v29, v19
;;     v5 = i32.ge_u v20, v2
;;     br_if v5, b1, b10(v20)
;;   b8:
;;     unreachable
;;   b10(v29: i32):
;;     v6 = i32.load v0 offset=4
;;     v7 = i32.ge_u v29, v6
;;     br_if v7, b5, b4
;;   b11:
;;     v30 = i32.const -1
;;     v31 = i32.add v2, v30
;;     v32 = i64.extend_i32_u v31
;;     v33 = i32.load v0 offset=4
;;     v34 = i32.load v1 offset=4
;;     v35 = i32.load v1
;;     v36 = i32.load v0
;;     v43 = i32.lt_u v31, v33
;;     v50 = i32.lt_u v31, v34
;;     v51 = i32.and v43, v50
;;     v52 = i64.extend_i32_u v35
;;     v92 = i64.const 2
;;     v54 = i64.shl v32, v92
;;     v55 = i64.add v52, v54
;;     v56 = i64.const 4294967295
;;     v57 = i64.le_u v55, v56
;;     v58 = i32.and v51, v57
;;     v59 = i64.extend_i32_u v0
;;     v60 = i64.sub v59, v52
;;     v61 = i64.const 7
;;     v62 = i64.add v60, v61
;;     v64 = i64.const 11
;;     v65 = i64.add v54, v64
;;     v66 = i64.ge_u v62, v65
;;     v67 = i32.and v58, v66
;;     v68 = i64.extend_i32_u v1
;;     v69 = i64.sub v68, v52
;;     v71 = i64.add v69, v61
;;     v75 = i64.ge_u v71, v65
;;     v76 = i32.and v67, v75
;;     br_if v76, b14(v3), b10(v3) !weights 1000 1
;;   b14(v77: i32):
;;     v83 = i32.const 2
;;     v84 = i32.shl v77, v83
;;     v85 = i32.add v35, v84
;;     v87 = i32.add v36, v84
;;     v88 = i32.load v87
;;     i32.store v85, v88
;;     v89 = i32.const 1
;;     v90 = i32.add v77, v89
;;     v91 = i32.ge_u v90, v2
;;     br_if v91, b1, b14(v90)
;;   }
;;   data data0 active m0 (i32.const 16) "@\00\00\00\08\00\00\00"
;;   data data1 active m0 (i32.const 32) "\80\00\00\00\08\00\00\00"
;;   data data2 active m0 (i32.const 48) "0\00\00\00\08\00\00\00"
;;   data data3 active m0 (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;; }
