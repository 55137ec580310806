;; Loop versioning: a value of the loop that is used behind the exit block comes from the version that was executed.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-versioning,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(16, 8, 1) == 100036
;; run: f(16, 8, 0) == 8036
;; run: f(16, 9, 1) == trap
;; run: f(16, 4, 1) == 100010
(module
  (memory (export "m") 1)
  (data (i32.const 16) "\40\00\00\00\08\00\00\00")
  (data (i32.const 48) "\30\00\00\00\08\00\00\00")
  (data (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00")
  (func (export "f") (param $a i32) (param $n i32) (param $q i32) (result i32)
    (local $i i32) (local $s i32)
    (loop $l
      (if (i32.ge_u (local.get $i) (i32.load offset=4 (local.get $a))) (then unreachable))
      (local.set $s (i32.add (local.get $s)
        (i32.load (i32.add (i32.load (local.get $a)) (i32.shl (local.get $i) (i32.const 2))))))
      (i32.store (i32.add (i32.add (i32.load (local.get $a)) (i32.const 256)) (i32.shl (local.get $i) (i32.const 2))) (local.get $s))
      (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (if (local.get $q) (then (return (i32.add (i32.const 100000) (local.get $s)))))
    (i32.add (local.get $s) (i32.mul (local.get $i) (i32.const 1000)))))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "m" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     v28 = i32.const -1
;;     v29 = i32.add v1, v28
;;     v30 = i64.extend_i32_u v29
;;     v31 = i32.load v0 offset=4
;;     v32 = i32.load v0
;;     v39 = i32.lt_u v29, v31
;;     v40 = i32.const 256
;;     v41 = i32.add v32, v40
;;     v42 = i64.extend_i32_u v41
;;     v76 = i64.const 2
;;     v44 = i64.shl v30, v76
;;     v45 = i64.add v42, v44
;;     v46 = i64.const 4294967295
;;     v47 = i64.le_u v45, v46
;;     v48 = i32.and v39, v47
;;     v49 = i64.extend_i32_u v0
;;     v50 = i64.sub v49, v42
;;     v51 = i64.const 7
;;     v52 = i64.add v50, v51
;;     v54 = i64.const 11
;;     v55 = i64.add v44, v54
;;     v56 = i64.ge_u v52, v55
;;     v57 = i32.and v48, v56
;;     br_if v57, b10(v3, v3), b1(v3, v3) !weights 1000 1
;;   b1(v7: i32, v4: i32):
;;     v5 = i32.load v0 offset=4
;;     v6 = i32.ge_u v4, v5
;;     br_if v6, b3, b2
;;   b2:
;;     v8 = i32.load v0
;;     v9 = i32.const 2
;;     v10 = i32.shl v4, v9
;;     v11 = i32.add v8, v10
;;     v12 = i32.load v11
;;     v13 = i32.add v7, v12
;;     v16 = i32.add v8, v40
;;     v19 = i32.add v16, v10
;;     i32.store v19, v13
;;     v20 = i32.const 1
;;     v21 = i32.add v4, v20
;;     v22 = i32.ne v21, v1
;;     br_if v22, b1(v13, v21), b5(v21, v13)
;;   b3:
;;     unreachable
;;   b5(v74: i32, v75: i32):
;;     br_if v2, b7, b6
;;   b6:
;;     v25 = i32.const 1000
;;     v26 = i32.mul v74, v25
;;     v27 = i32.add v75, v26
;;     return v27
;;   b7:
;;     v23 = i32.const 100000
;;     v24 = i32.add v75, v23
;;     return v24
;;   b10(v58: i32, v59: i32):
;;     v63 = i32.const 2
;;     v64 = i32.shl v59, v63
;;     v65 = i32.add v32, v64
;;     v66 = i32.load v65
;;     v67 = i32.add v58, v66
;;     v70 = i32.add v41, v64
;;     i32.store v70, v67
;;     v71 = i32.const 1
;;     v72 = i32.add v59, v71
;;     v73 = i32.ne v72, v1
;;     br_if v73, b10(v67, v72), b5(v72, v67)
;;   }
;;   data data0 active m0 (i32.const 16) "@\00\00\00\08\00\00\00"
;;   data data1 active m0 (i32.const 48) "0\00\00\00\08\00\00\00"
;;   data data2 active m0 (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;; }
