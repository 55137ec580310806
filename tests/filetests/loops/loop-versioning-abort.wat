;; Loop versioning: the call for a failed check stays in the original loop.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-versioning,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
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
;;     v52 = i64.le_u v47, v42
;;     br_if v52, b15, b13 !weights 1000 1
;;   b15:
;;     v53 = i32.load v1
;;     v54 = i64.extend_i32_u v0
;;     v56 = i64.add v54, v46
;;     v61 = i64.le_u v56, v42
;;     br_if v61, b16, b13 !weights 1000 1
;;   b16:
;;     v62 = i32.load v0
;;     v69 = i32.lt_u v33, v35
;;     v76 = i32.lt_u v33, v44
;;     v77 = i32.and v69, v76
;;     v78 = i64.extend_i32_u v53
;;     v118 = i64.const 2
;;     v80 = i64.shl v34, v118
;;     v81 = i64.add v78, v80
;;     v82 = i64.const 4294967295
;;     v83 = i64.le_u v81, v82
;;     v84 = i32.and v77, v83
;;     v86 = i64.sub v54, v78
;;     v87 = i64.const 7
;;     v88 = i64.add v86, v87
;;     v90 = i64.const 11
;;     v91 = i64.add v80, v90
;;     v92 = i64.ge_u v88, v91
;;     v93 = i32.and v84, v92
;;     v95 = i64.sub v36, v78
;;     v97 = i64.add v95, v87
;;     v101 = i64.ge_u v97, v91
;;     v102 = i32.and v93, v101
;;     br_if v102, b17(v3), b13 !weights 1000 1
;;   b17(v103: i32):
;;     v109 = i32.const 2
;;     v110 = i32.shl v103, v109
;;     v111 = i32.add v53, v110
;;     v113 = i32.add v62, v110
;;     v114 = i32.load v113
;;     i32.store v111, v114
;;     v115 = i32.const 1
;;     v116 = i32.add v103, v115
;;     v117 = i32.ge_u v116, v2
;;     br_if v117, b1, b17(v116)
;;   }
;;   data data0 active m0 (i32.const 16) "@\00\00\00\08\00\00\00"
;;   data data1 active m0 (i32.const 32) "\80\00\00\00\08\00\00\00"
;;   data data2 active m0 (i32.const 48) "0\00\00\00\08\00\00\00"
;;   data data3 active m0 (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;; }
