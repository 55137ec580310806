;; Loop versioning: the call for a failed check may use the index, since the version does not contain it.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-versioning,ssa-cleanup,branch-facts,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: copy(16, 32, 8) == 108
;; run: copy(16, 32, 9) == trap
;; run: copy(16, 48, 8) == trap
(module
  (import "env" "abort" (func $abort (param i32)))
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
        (if (i32.ge_u (local.get $i) (i32.load offset=4 (local.get $a))) (then (call $abort (local.get $i)) unreachable))
        (if (i32.ge_u (local.get $i) (i32.load offset=4 (local.get $b))) (then (call $abort (local.get $i)) unreachable))
        (i32.store (i32.add (i32.load (local.get $b)) (i32.shl (local.get $i) (i32.const 2)))
          (i32.load (i32.add (i32.load (local.get $a)) (i32.shl (local.get $i) (i32.const 2)))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $l)))
    (i32.add (i32.mul (i32.load offset=128 (i32.const 0)) (i32.const 100)) (i32.load offset=156 (i32.const 0)))))

;; expect:
;; module {
;;   ty0 = func (i32) -> ()
;;   ty1 = func (i32, i32, i32) -> (i32)
;;   import f0 "env" "abort" : ty0 "abort"
;;   memory m0 : i32 1..
;;   export "m" m0
;;   export "copy" f1
;;   func f1 : ty1 {
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
;;     call f0 v29
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
;;     call f0 v29
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
;;     v34 = i64.extend_i32_u v1
;;     v35 = i64.const 8
;;     v36 = i64.add v34, v35
;;     v37 = memory.size m0
;;     v38 = i64.extend_i32_u v37
;;     v39 = i64.const 16
;;     v40 = i64.shl v38, v39
;;     v41 = i64.le_u v36, v40
;;     br_if v41, b14, b13 !weights 1000 1
;;   b13:
;;     jump b10(v3)
;;   b14:
;;     v42 = i32.load v1 offset=4
;;     v44 = i64.const 4
;;     v45 = i64.add v34, v44
;;     v46 = i64.le_u v45, v40
;;     br_if v46, b15, b13 !weights 1000 1
;;   b15:
;;     v47 = i32.load v1
;;     v48 = i64.extend_i32_u v0
;;     v50 = i64.add v48, v44
;;     v51 = i64.le_u v50, v40
;;     br_if v51, b16, b13 !weights 1000 1
;;   b16:
;;     v52 = i32.load v0
;;     v59 = i32.lt_u v31, v33
;;     v66 = i32.lt_u v31, v42
;;     v67 = i32.and v59, v66
;;     v68 = i64.extend_i32_u v47
;;     v108 = i64.const 2
;;     v70 = i64.shl v32, v108
;;     v71 = i64.add v68, v70
;;     v72 = i64.const 4294967295
;;     v73 = i64.le_u v71, v72
;;     v74 = i32.and v67, v73
;;     v76 = i64.sub v48, v68
;;     v77 = i64.const 7
;;     v78 = i64.add v76, v77
;;     v80 = i64.const 11
;;     v81 = i64.add v70, v80
;;     v82 = i64.ge_u v78, v81
;;     v83 = i32.and v74, v82
;;     v85 = i64.sub v34, v68
;;     v87 = i64.add v85, v77
;;     v91 = i64.ge_u v87, v81
;;     v92 = i32.and v83, v91
;;     br_if v92, b17(v3), b13 !weights 1000 1
;;   b17(v93: i32):
;;     v99 = i32.const 2
;;     v100 = i32.shl v93, v99
;;     v101 = i32.add v47, v100
;;     v103 = i32.add v52, v100
;;     v104 = i32.load v103
;;     i32.store v101, v104
;;     v105 = i32.const 1
;;     v106 = i32.add v93, v105
;;     v107 = i32.ge_u v106, v2
;;     br_if v107, b1, b17(v106)
;;   }
;;   data data0 active m0 (i32.const 16) "@\00\00\00\08\00\00\00"
;;   data data1 active m0 (i32.const 32) "\80\00\00\00\08\00\00\00"
;;   data data2 active m0 (i32.const 48) "0\00\00\00\08\00\00\00"
;;   data data3 active m0 (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;; }
