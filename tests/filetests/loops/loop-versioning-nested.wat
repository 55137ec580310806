;; Loop versioning: the inner one of two loops has a version that is chosen at each entry.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-versioning,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(16, 4, 8) == 144
;; run: f(16, 4, 9) == trap
;; run: f(16, 0, 9) == 0
;; run: f(48, 4, 8) == 264
(module
  (memory (export "m") 1)
  (data (i32.const 16) "\40\00\00\00\08\00\00\00")
  (data (i32.const 32) "\80\00\00\00\08\00\00\00")
  (data (i32.const 48) "\30\00\00\00\08\00\00\00")
  (data (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00")
  (func (export "f") (param $a i32) (param $n i32) (param $m i32) (result i32)
    (local $i i32) (local $j i32) (local $s i32)
    (block $out
      (loop $k
        (br_if $out (i32.ge_u (local.get $i) (local.get $n)))
        (local.set $j (i32.const 0))
        (loop $l
          (if (i32.ge_u (local.get $j) (i32.load offset=4 (local.get $a))) (then unreachable))
          (local.set $s (i32.add (local.get $s) (i32.load (i32.add (i32.load (local.get $a)) (i32.shl (local.get $j) (i32.const 2))))))
          (i32.store (i32.add (i32.add (i32.load (local.get $a)) (i32.const 256)) (i32.shl (local.get $j) (i32.const 2))) (local.get $s))
          (br_if $l (i32.ne (local.tee $j (i32.add (local.get $j) (i32.const 1))) (local.get $m))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $k)))
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
;;     br_if v1, b10(v3, v3), b1(v3)
;;   b1(v32: i32):
;;     return v32
;;   b4(v10: i32, v7: i32):
;;     v8 = i32.load v0 offset=4
;;     v9 = i32.ge_u v7, v8
;;     br_if v9, b6, b5
;;   b5:
;;     v11 = i32.load v0
;;     v12 = i32.const 2
;;     v13 = i32.shl v7, v12
;;     v14 = i32.add v11, v13
;;     v15 = i32.load v14
;;     v16 = i32.add v10, v15
;;     v19 = i32.add v11, v46
;;     v22 = i32.add v19, v13
;;     i32.store v22, v16
;;     v23 = i32.const 1
;;     v24 = i32.add v7, v23
;;     v25 = i32.ne v24, v2
;;     br_if v25, b4(v16, v24), b8(v16)
;;   b6:
;;     unreachable
;;   b8(v81: i32):
;;     v80 = i32.const 1
;;     v28 = i32.add v33, v80
;;     v5 = i32.ge_u v28, v1
;;     br_if v5, b1(v81), b10(v81, v28)
;;   b10(v30: i32, v33: i32):
;;     v34 = i32.const -1
;;     v35 = i32.add v2, v34
;;     v36 = i64.extend_i32_u v35
;;     v37 = i32.load v0 offset=4
;;     v38 = i32.load v0
;;     v45 = i32.lt_u v35, v37
;;     v46 = i32.const 256
;;     v47 = i32.add v38, v46
;;     v48 = i64.extend_i32_u v47
;;     v82 = i64.const 2
;;     v50 = i64.shl v36, v82
;;     v51 = i64.add v48, v50
;;     v52 = i64.const 4294967295
;;     v53 = i64.le_u v51, v52
;;     v54 = i32.and v45, v53
;;     v55 = i64.extend_i32_u v0
;;     v56 = i64.sub v55, v48
;;     v57 = i64.const 7
;;     v58 = i64.add v56, v57
;;     v60 = i64.const 11
;;     v61 = i64.add v50, v60
;;     v62 = i64.ge_u v58, v61
;;     v63 = i32.and v54, v62
;;     br_if v63, b14(v30, v3), b4(v30, v3) !weights 1000 1
;;   b14(v64: i32, v65: i32):
;;     v69 = i32.const 2
;;     v70 = i32.shl v65, v69
;;     v71 = i32.add v38, v70
;;     v72 = i32.load v71
;;     v73 = i32.add v64, v72
;;     v76 = i32.add v47, v70
;;     i32.store v76, v73
;;     v77 = i32.const 1
;;     v78 = i32.add v65, v77
;;     v79 = i32.ne v78, v2
;;     br_if v79, b14(v73, v78), b8(v73)
;;   }
;;   data data0 active m0 (i32.const 16) "@\00\00\00\08\00\00\00"
;;   data data1 active m0 (i32.const 32) "\80\00\00\00\08\00\00\00"
;;   data data2 active m0 (i32.const 48) "0\00\00\00\08\00\00\00"
;;   data data3 active m0 (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;; }
