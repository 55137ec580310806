;; Loop versioning: a step of four, with a check of the last of four elements: both ends of the index are checked.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-versioning,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(16, 0) == 0
;; run: f(16, 8) == 36
;; run: f(16, 12) == trap
;; run: f(16, 5) == 36
;; run: f(32, 1) == 0
;; run: f(0xfffffff0, 8) == trap
(module
  (memory (export "m") 1)
  (data (i32.const 16) "\40\00\00\00\08\00\00\00")
  (data (i32.const 32) "\80\00\00\00\08\00\00\00")
  (data (i32.const 48) "\30\00\00\00\08\00\00\00")
  (data (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00")
  (func (export "f") (param $a i32) (param $n i32) (result i32)
    (local $i i32) (local $s i32)
    (local.set $n (i32.and (local.get $n) (i32.const 0xffff)))
    (block $out
      (loop $l
        (br_if $out (i32.ge_u (local.get $i) (local.get $n)))
        (if (i32.ge_u (i32.add (local.get $i) (i32.const 3)) (i32.load offset=4 (local.get $a))) (then unreachable))
        (local.set $s (i32.add (local.get $s) (i32.load (i32.add (i32.load (local.get $a)) (i32.shl (local.get $i) (i32.const 2))))))
        (local.set $s (i32.add (local.get $s) (i32.load offset=4 (i32.add (i32.load (local.get $a)) (i32.shl (local.get $i) (i32.const 2))))))
        (local.set $s (i32.add (local.get $s) (i32.load offset=8 (i32.add (i32.load (local.get $a)) (i32.shl (local.get $i) (i32.const 2))))))
        (local.set $s (i32.add (local.get $s) (i32.load offset=12 (i32.add (i32.load (local.get $a)) (i32.shl (local.get $i) (i32.const 2))))))
        (i32.store offset=1024 (local.get $i) (local.get $s))
        (local.set $i (i32.add (local.get $i) (i32.const 4)))
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
;;     v3 = i32.const 65535
;;     v4 = i32.and v1, v3
;;     br_if v4, b8, b1(v2)
;;   b1(v41: i32):
;;     return v41
;;   b4:
;;     v12 = i32.load v0
;;     v14 = i32.shl v39, v44
;;     v15 = i32.add v12, v14
;;     v16 = i32.load v15
;;     v17 = i32.add v40, v16
;;     v22 = i32.load v15 offset=4
;;     v23 = i32.add v17, v22
;;     v28 = i32.load v15 offset=8
;;     v29 = i32.add v23, v28
;;     v34 = i32.load v15 offset=12
;;     v35 = i32.add v29, v34
;;     i32.store v39, v35 offset=1024
;;     v36 = i32.const 4
;;     v37 = i32.add v39, v36
;;     v6 = i32.ge_u v37, v4
;;     br_if v6, b1(v35), b7(v37, v35)
;;   b5:
;;     unreachable
;;   b7(v39: i32, v40: i32):
;;     v8 = i32.add v39, v49
;;     v9 = i32.load v0 offset=4
;;     v10 = i32.ge_u v8, v9
;;     br_if v10, b5, b4
;;   b8:
;;     v42 = i32.const -1
;;     v43 = i32.add v4, v42
;;     v44 = i32.const 2
;;     v45 = i32.shr_u v43, v44
;;     v46 = i64.extend_i32_u v45
;;     v47 = i32.load v0 offset=4
;;     v48 = i32.load v0
;;     v49 = i32.const 3
;;     v50 = i64.const 3
;;     v95 = i64.const 2
;;     v52 = i64.shl v46, v95
;;     v53 = i64.add v52, v50
;;     v54 = i64.extend_i32_u v47
;;     v55 = i64.lt_u v53, v54
;;     v64 = i64.extend_i32_u v0
;;     v66 = i64.const -1017
;;     v67 = i64.add v64, v66
;;     v69 = i64.const 11
;;     v70 = i64.add v52, v69
;;     v71 = i64.ge_u v67, v70
;;     v72 = i32.and v55, v71
;;     br_if v72, b11(v2, v2), b7(v2, v2) !weights 1000 1
;;   b11(v73: i32, v74: i32):
;;     v81 = i32.shl v73, v44
;;     v82 = i32.add v48, v81
;;     v83 = i32.load v82
;;     v84 = i32.add v74, v83
;;     v85 = i32.load v82 offset=4
;;     v86 = i32.add v84, v85
;;     v87 = i32.load v82 offset=8
;;     v88 = i32.add v86, v87
;;     v89 = i32.load v82 offset=12
;;     v90 = i32.add v88, v89
;;     i32.store v73, v90 offset=1024
;;     v91 = i32.const 4
;;     v92 = i32.add v73, v91
;;     v93 = i32.ge_u v92, v4
;;     br_if v93, b1(v90), b11(v92, v90)
;;   }
;;   data data0 active m0 (i32.const 16) "@\00\00\00\08\00\00\00"
;;   data data1 active m0 (i32.const 32) "\80\00\00\00\08\00\00\00"
;;   data data2 active m0 (i32.const 48) "0\00\00\00\08\00\00\00"
;;   data data3 active m0 (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;; }
