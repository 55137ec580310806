;; Loop versioning: null checks of pointers that are loaded in each iteration are made once: a header in a header,
;; which a store may set to null.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-versioning,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(16, 8, 1024) == 36
;; run: f(16, 9, 1024) == trap
;; run: f(20, 8, 1024) == trap
;; run: f(16, 8, 4) == trap
;; run: f(16, 3, 4) == 6
;; run: f(24, 4, 1024) == trap
(module
  (memory (export "m") 1)
  (data (i32.const 16) "\20\00\00\00\00\00\00\00")
  (data (i32.const 24) "\fc\ff\ff\ff\00\00\00\00")
  (data (i32.const 32) "\40\00\00\00\08\00\00\00")
  (data (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00")
  (func (export "f") (param $o i32) (param $n i32) (param $to i32) (result i32)
    (local $i i32) (local $s i32)
    (loop $l
      (if (i32.eqz (i32.load (local.get $o))) (then unreachable))
      (if (i32.ge_u (local.get $i) (i32.load offset=4 (i32.load (local.get $o)))) (then unreachable))
      (local.set $s (i32.add (local.get $s) (i32.load (i32.add (i32.load (i32.load (local.get $o))) (i32.shl (local.get $i) (i32.const 2))))))
      (i32.store (i32.add (local.get $to) (i32.shl (local.get $i) (i32.const 2))) (i32.const 0))
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
;;     v25 = i32.const -1
;;     v26 = i32.add v1, v25
;;     v27 = i64.extend_i32_u v26
;;     v28 = i32.load v0
;;     v29 = i32.load v28 offset=4
;;     v30 = i32.load v28
;;     v33 = i64.extend_i32_u v28
;;     v34 = i32.ne v28, v3
;;     v41 = i32.lt_u v26, v29
;;     v42 = i32.and v34, v41
;;     v43 = i64.extend_i32_u v2
;;     v87 = i64.const 2
;;     v45 = i64.shl v27, v87
;;     v46 = i64.add v43, v45
;;     v47 = i64.const 4294967295
;;     v48 = i64.le_u v46, v47
;;     v49 = i32.and v42, v48
;;     v50 = i64.extend_i32_u v0
;;     v51 = i64.sub v50, v43
;;     v52 = i64.const 3
;;     v53 = i64.add v51, v52
;;     v55 = i64.const 7
;;     v56 = i64.add v45, v55
;;     v57 = i64.ge_u v53, v56
;;     v58 = i32.and v49, v57
;;     v60 = i64.sub v33, v43
;;     v62 = i64.add v60, v55
;;     v64 = i64.const 11
;;     v65 = i64.add v45, v64
;;     v66 = i64.ge_u v62, v65
;;     v67 = i32.and v58, v66
;;     br_if v67, b10(v3, v3), b1(v3, v3) !weights 1000 1
;;   b1(v10: i32, v6: i32):
;;     v4 = i32.load v0
;;     br_if v4, b2, b3
;;   b2:
;;     v8 = i32.load v4 offset=4
;;     v9 = i32.ge_u v6, v8
;;     br_if v9, b6, b5
;;   b3:
;;     unreachable
;;   b5:
;;     v12 = i32.load v4
;;     v13 = i32.const 2
;;     v14 = i32.shl v6, v13
;;     v15 = i32.add v12, v14
;;     v16 = i32.load v15
;;     v17 = i32.add v10, v16
;;     v20 = i32.add v2, v14
;;     i32.store v20, v3
;;     v22 = i32.const 1
;;     v23 = i32.add v6, v22
;;     v24 = i32.ne v23, v1
;;     br_if v24, b1(v17, v23), b8(v17)
;;   b6:
;;     unreachable
;;   b8(v84: i32):
;;     return v84
;;   b10(v68: i32, v69: i32):
;;     v75 = i32.const 2
;;     v76 = i32.shl v69, v75
;;     v77 = i32.add v30, v76
;;     v78 = i32.load v77
;;     v79 = i32.add v68, v78
;;     v80 = i32.add v2, v76
;;     i32.store v80, v3
;;     v81 = i32.const 1
;;     v82 = i32.add v69, v81
;;     v83 = i32.ne v82, v1
;;     br_if v83, b10(v79, v82), b8(v79)
;;   }
;;   data data0 active m0 (i32.const 16) " \00\00\00\00\00\00\00"
;;   data data1 active m0 (i32.const 24) "\fc\ff\ff\ff\00\00\00\00"
;;   data data2 active m0 (i32.const 32) "@\00\00\00\08\00\00\00"
;;   data data3 active m0 (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;; }
