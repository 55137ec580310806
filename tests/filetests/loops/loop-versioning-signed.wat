;; Loop versioning: signed checks, of an index that starts below zero or ends above the length.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-versioning,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(16, 0, 8) == 36
;; run: f(16, -1, 8) == trap
;; run: f(16, 0, 9) == trap
;; run: f(16, 3, 8) == 30
;; run: f(64, 0, 3) == trap
;; run: f(16, 0x7ffffffe, 0x7fffffff) == trap
(module
  (memory (export "m") 1)
  (data (i32.const 16) "\40\00\00\00\08\00\00\00")
  (data (i32.const 32) "\80\00\00\00\08\00\00\00")
  (data (i32.const 48) "\30\00\00\00\08\00\00\00")
  (data (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00")
  (func (export "f") (param $a i32) (param $i i32) (param $n i32) (result i32)
    (local $s i32)
    (block $out
      (loop $l
        (br_if $out (i32.ge_s (local.get $i) (local.get $n)))
        (if (i32.lt_s (local.get $i) (i32.const 0)) (then unreachable))
        (if (i32.ge_s (local.get $i) (i32.load offset=4 (local.get $a))) (then unreachable))
        (local.set $s (i32.add (local.get $s) (i32.load (i32.add (i32.load (local.get $a)) (i32.shl (local.get $i) (i32.const 2))))))
        (i32.store offset=1024 (i32.shl (local.get $i) (i32.const 2)) (local.get $s))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $l)))
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
;;     v21 = i32.ge_s v1, v2
;;     br_if v21, b1(v3), b11
;;   b1(v24: i32):
;;     return v24
;;   b4:
;;     v8 = i32.load v0 offset=4
;;     v9 = i32.ge_s v22, v8
;;     br_if v9, b8, b7
;;   b5:
;;     unreachable
;;   b7:
;;     v11 = i32.load v0
;;     v13 = i32.shl v22, v54
;;     v14 = i32.add v11, v13
;;     v15 = i32.load v14
;;     v16 = i32.add v23, v15
;;     i32.store v13, v16 offset=1024
;;     v19 = i32.const 1
;;     v20 = i32.add v22, v19
;;     v5 = i32.ge_s v20, v2
;;     br_if v5, b1(v16), b10(v20, v16)
;;   b8:
;;     unreachable
;;   b10(v22: i32, v23: i32):
;;     v7 = i32.lt_s v22, v3
;;     br_if v7, b5, b4
;;   b11:
;;     v25 = i32.sub v2, v1
;;     v26 = i32.const -1
;;     v27 = i32.add v25, v26
;;     v28 = i64.extend_i32_u v27
;;     v29 = i32.load v0 offset=4
;;     v30 = i32.load v0
;;     v31 = i32.const -2147483648
;;     v34 = i32.add v1, v31
;;     v35 = i64.extend_i32_u v34
;;     v38 = i64.add v35, v28
;;     v39 = i64.const 4294967295
;;     v40 = i64.le_u v38, v39
;;     v41 = i32.ge_u v34, v31
;;     v42 = i32.and v40, v41
;;     v50 = i32.add v29, v31
;;     v51 = i64.extend_i32_u v50
;;     v52 = i64.lt_u v38, v51
;;     v53 = i32.and v42, v52
;;     v54 = i32.const 2
;;     v55 = i32.shl v1, v54
;;     v56 = i64.extend_i32_u v55
;;     v88 = i64.const 2
;;     v58 = i64.shl v28, v88
;;     v59 = i64.add v56, v58
;;     v61 = i64.le_u v59, v39
;;     v62 = i32.and v53, v61
;;     v63 = i64.extend_i32_u v0
;;     v64 = i64.sub v63, v56
;;     v65 = i64.const -1017
;;     v66 = i64.add v64, v65
;;     v68 = i64.const 11
;;     v69 = i64.add v58, v68
;;     v70 = i64.ge_u v66, v69
;;     v71 = i32.and v62, v70
;;     br_if v71, b14(v1, v3), b10(v1, v3) !weights 1000 1
;;   b14(v72: i32, v73: i32):
;;     v79 = i32.shl v72, v54
;;     v80 = i32.add v30, v79
;;     v81 = i32.load v80
;;     v82 = i32.add v73, v81
;;     i32.store v79, v82 offset=1024
;;     v83 = i32.const 1
;;     v84 = i32.add v72, v83
;;     v85 = i32.ge_s v84, v2
;;     br_if v85, b1(v82), b14(v84, v82)
;;   }
;;   data data0 active m0 (i32.const 16) "@\00\00\00\08\00\00\00"
;;   data data1 active m0 (i32.const 32) "\80\00\00\00\08\00\00\00"
;;   data data2 active m0 (i32.const 48) "0\00\00\00\08\00\00\00"
;;   data data3 active m0 (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;; }
