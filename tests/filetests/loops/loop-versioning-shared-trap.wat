;; Loop versioning: all checks lead to one block behind the loop, which traps.
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
    (block $fail
      (block $out
        (loop $l
          (br_if $out (i32.ge_u (local.get $i) (local.get $n)))
          (br_if $fail (i32.ge_u (local.get $i) (i32.load offset=4 (local.get $a))))
          (br_if $fail (i32.ge_u (local.get $i) (i32.load offset=4 (local.get $b))))
          (i32.store (i32.add (i32.load (local.get $b)) (i32.shl (local.get $i) (i32.const 2)))
            (i32.load (i32.add (i32.load (local.get $a)) (i32.shl (local.get $i) (i32.const 2)))))
          (local.set $i (i32.add (local.get $i) (i32.const 1)))
          (br $l)))
      (return (i32.add (i32.mul (i32.load offset=128 (i32.const 0)) (i32.const 100)) (i32.load offset=156 (i32.const 0)))))
    (call $abort (i32.const 1))
    unreachable))

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
;;     br_if v2, b10, b2
;;   b1:
;;     v28 = i32.const 1
;;     call f0 v28
;;     unreachable
;;   b2:
;;     v22 = i32.load v3 offset=128
;;     v23 = i32.const 100
;;     v24 = i32.mul v22, v23
;;     v26 = i32.load v3 offset=156
;;     v27 = i32.add v24, v26
;;     return v27
;;   b5:
;;     v8 = i32.load v1 offset=4
;;     v9 = i32.ge_u v30, v8
;;     br_if v9, b1, b6
;;   b6:
;;     v10 = i32.load v1
;;     v11 = i32.const 2
;;     v12 = i32.shl v30, v11
;;     v13 = i32.add v10, v12
;;     v14 = i32.load v0
;;     v17 = i32.add v14, v12
;;     v18 = i32.load v17
;;     i32.store v13, v18
;;     v19 = i32.const 1
;;     v20 = i32.add v30, v19
;;     v5 = i32.ge_u v20, v2
;;     br_if v5, b2, b9(v20)
;;   b9(v30: i32):
;;     v6 = i32.load v0 offset=4
;;     v7 = i32.ge_u v30, v6
;;     br_if v7, b1, b5
;;   b10:
;;     v31 = i32.const -1
;;     v32 = i32.add v2, v31
;;     v33 = i64.extend_i32_u v32
;;     v34 = i32.load v0 offset=4
;;     v35 = i64.extend_i32_u v1
;;     v36 = i64.const 8
;;     v37 = i64.add v35, v36
;;     v38 = memory.size m0
;;     v39 = i64.extend_i32_u v38
;;     v40 = i64.const 16
;;     v41 = i64.shl v39, v40
;;     v42 = i64.le_u v37, v41
;;     br_if v42, b13, b12 !weights 1000 1
;;   b12:
;;     jump b9(v3)
;;   b13:
;;     v43 = i32.load v1 offset=4
;;     v45 = i64.const 4
;;     v46 = i64.add v35, v45
;;     v47 = i64.le_u v46, v41
;;     br_if v47, b14, b12 !weights 1000 1
;;   b14:
;;     v48 = i32.load v1
;;     v49 = i64.extend_i32_u v0
;;     v51 = i64.add v49, v45
;;     v52 = i64.le_u v51, v41
;;     br_if v52, b15, b12 !weights 1000 1
;;   b15:
;;     v53 = i32.load v0
;;     v60 = i32.lt_u v32, v34
;;     v67 = i32.lt_u v32, v43
;;     v68 = i32.and v60, v67
;;     v69 = i64.extend_i32_u v48
;;     v109 = i64.const 2
;;     v71 = i64.shl v33, v109
;;     v72 = i64.add v69, v71
;;     v73 = i64.const 4294967295
;;     v74 = i64.le_u v72, v73
;;     v75 = i32.and v68, v74
;;     v77 = i64.sub v49, v69
;;     v78 = i64.const 7
;;     v79 = i64.add v77, v78
;;     v81 = i64.const 11
;;     v82 = i64.add v71, v81
;;     v83 = i64.ge_u v79, v82
;;     v84 = i32.and v75, v83
;;     v86 = i64.sub v35, v69
;;     v88 = i64.add v86, v78
;;     v92 = i64.ge_u v88, v82
;;     v93 = i32.and v84, v92
;;     br_if v93, b16(v3), b12 !weights 1000 1
;;   b16(v94: i32):
;;     v100 = i32.const 2
;;     v101 = i32.shl v94, v100
;;     v102 = i32.add v48, v101
;;     v104 = i32.add v53, v101
;;     v105 = i32.load v104
;;     i32.store v102, v105
;;     v106 = i32.const 1
;;     v107 = i32.add v94, v106
;;     v108 = i32.ge_u v107, v2
;;     br_if v108, b2, b16(v107)
;;   }
;;   data data0 active m0 (i32.const 16) "@\00\00\00\08\00\00\00"
;;   data data1 active m0 (i32.const 32) "\80\00\00\00\08\00\00\00"
;;   data data2 active m0 (i32.const 48) "0\00\00\00\08\00\00\00"
;;   data data3 active m0 (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;; }
