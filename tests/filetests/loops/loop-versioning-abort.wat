;; Loop versioning: the call for a failed check stays in the original loop.
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
        (if (i32.ge_u (local.get $i) (i32.load offset=4 (local.get $a))) (then (call $abort (i32.const 7)) unreachable))
        (if (i32.ge_u (local.get $i) (i32.load offset=4 (local.get $b))) (then (call $abort (i32.const 7)) unreachable))
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
;;     v24 = i32.load v3 offset=128
;;     v25 = i32.const 100
;;     v26 = i32.mul v24, v25
;;     v28 = i32.load v3 offset=156
;;     v29 = i32.add v26, v28
;;     return v29
;;   b4:
;;     v9 = i32.load v1 offset=4
;;     v10 = i32.ge_u v31, v9
;;     br_if v10, b8, b7
;;   b5:
;;     v8 = i32.const 7
;;     call f0 v8
;;     unreachable
;;   b7:
;;     v12 = i32.load v1
;;     v13 = i32.const 2
;;     v14 = i32.shl v31, v13
;;     v15 = i32.add v12, v14
;;     v16 = i32.load v0
;;     v19 = i32.add v16, v14
;;     v20 = i32.load v19
;;     i32.store v15, v20
;;     v21 = i32.const 1
;;     v22 = i32.add v31, v21
;;     v5 = i32.ge_u v22, v2
;;     br_if v5, b1, b10(v22)
;;   b8:
;;     v11 = i32.const 7
;;     call f0 v11
;;     unreachable
;;   b10(v31: i32):
;;     v6 = i32.load v0 offset=4
;;     v7 = i32.ge_u v31, v6
;;     br_if v7, b5, b4
;;   b11:
;;     v32 = i32.const -1
;;     v33 = i32.add v2, v32
;;     v34 = i64.extend_i32_u v33
;;     v35 = i32.load v0 offset=4
;;     v36 = i64.extend_i32_u v1
;;     v37 = i64.const 8
;;     v38 = i64.add v36, v37
;;     v39 = memory.size m0
;;     v40 = i64.extend_i32_u v39
;;     v41 = i64.const 16
;;     v42 = i64.shl v40, v41
;;     v43 = i64.le_u v38, v42
;;     br_if v43, b14, b13 !weights 1000 1
;;   b13:
;;     jump b10(v3)
;;   b14:
;;     v44 = i32.load v1 offset=4
;;     v46 = i64.const 4
;;     v47 = i64.add v36, v46
;;     v48 = i64.le_u v47, v42
;;     br_if v48, b15, b13 !weights 1000 1
;;   b15:
;;     v49 = i32.load v1
;;     v50 = i64.extend_i32_u v0
;;     v52 = i64.add v50, v46
;;     v53 = i64.le_u v52, v42
;;     br_if v53, b16, b13 !weights 1000 1
;;   b16:
;;     v54 = i32.load v0
;;     v61 = i32.lt_u v33, v35
;;     v68 = i32.lt_u v33, v44
;;     v69 = i32.and v61, v68
;;     v70 = i64.extend_i32_u v49
;;     v110 = i64.const 2
;;     v72 = i64.shl v34, v110
;;     v73 = i64.add v70, v72
;;     v74 = i64.const 4294967295
;;     v75 = i64.le_u v73, v74
;;     v76 = i32.and v69, v75
;;     v78 = i64.sub v50, v70
;;     v79 = i64.const 7
;;     v80 = i64.add v78, v79
;;     v82 = i64.const 11
;;     v83 = i64.add v72, v82
;;     v84 = i64.ge_u v80, v83
;;     v85 = i32.and v76, v84
;;     v87 = i64.sub v36, v70
;;     v89 = i64.add v87, v79
;;     v93 = i64.ge_u v89, v83
;;     v94 = i32.and v85, v93
;;     br_if v94, b17(v3), b13 !weights 1000 1
;;   b17(v95: i32):
;;     v101 = i32.const 2
;;     v102 = i32.shl v95, v101
;;     v103 = i32.add v49, v102
;;     v105 = i32.add v54, v102
;;     v106 = i32.load v105
;;     i32.store v103, v106
;;     v107 = i32.const 1
;;     v108 = i32.add v95, v107
;;     v109 = i32.ge_u v108, v2
;;     br_if v109, b1, b17(v108)
;;   }
;;   data data0 active m0 (i32.const 16) "@\00\00\00\08\00\00\00"
;;   data data1 active m0 (i32.const 32) "\80\00\00\00\08\00\00\00"
;;   data data2 active m0 (i32.const 48) "0\00\00\00\08\00\00\00"
;;   data data3 active m0 (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;; }
