;; Pointers that are loaded in each iteration are checked not to be null once: a header in a header,
;; which a store may make null.
;; test: pass unreachable,params,fold,gvn,branches,params,rotate,params,licm,version,params,fold,gvn,branches,params,dce
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
;;     v26 = i32.const -1
;;     v27 = i32.add v1, v26
;;     v28 = i64.extend_i32_u v27
;;     v29 = i32.load v0
;;     v30 = i32.load v29 offset=4
;;     v31 = i32.load v29
;;     v34 = i64.extend_i32_u v29
;;     v35 = i32.ne v29, v3
;;     v42 = i32.lt_u v27, v30
;;     v43 = i32.and v35, v42
;;     v44 = i64.extend_i32_u v2
;;     v87 = i64.const 2
;;     v46 = i64.shl v28, v87
;;     v47 = i64.add v44, v46
;;     v48 = i64.const 4294967295
;;     v49 = i64.le_u v47, v48
;;     v50 = i32.and v43, v49
;;     v51 = i64.extend_i32_u v0
;;     v52 = i64.sub v51, v44
;;     v53 = i64.const 3
;;     v54 = i64.add v52, v53
;;     v56 = i64.const 7
;;     v57 = i64.add v46, v56
;;     v58 = i64.ge_u v54, v57
;;     v59 = i32.and v50, v58
;;     v61 = i64.sub v34, v44
;;     v63 = i64.add v61, v56
;;     v65 = i64.const 11
;;     v66 = i64.add v46, v65
;;     v67 = i64.ge_u v63, v66
;;     v68 = i32.and v59, v67
;;     br_if v68, b10(v3, v3), b1(v3, v3) !weights 1000 1
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
;;   b8(v25: i32):
;;     return v25
;;   b10(v69: i32, v70: i32):
;;     v76 = i32.const 2
;;     v77 = i32.shl v70, v76
;;     v78 = i32.add v31, v77
;;     v79 = i32.load v78
;;     v80 = i32.add v69, v79
;;     v81 = i32.add v2, v77
;;     i32.store v81, v3
;;     v82 = i32.const 1
;;     v83 = i32.add v70, v82
;;     v84 = i32.ne v83, v1
;;     br_if v84, b10(v80, v83), b8(v80)
;;   }
;;   data data0 active m0 (i32.const 16) " \00\00\00\00\00\00\00"
;;   data data1 active m0 (i32.const 24) "\fc\ff\ff\ff\00\00\00\00"
;;   data data2 active m0 (i32.const 32) "@\00\00\00\08\00\00\00"
;;   data data3 active m0 (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;; }
