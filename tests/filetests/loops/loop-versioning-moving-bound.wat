;; Loop versioning: a check whose index rises while its bound goes down, and may wrap.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-versioning,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(16, 3) == 6
;; run: f(16, 4) == trap
;; run: f(16, 1) == 1
;; run: f(32, 3) == 0
;; run: f(64, 2) == trap
;; run: f(16, 0) == trap
(module
  (memory (export "m") 1)
  (data (i32.const 16) "\40\00\00\00\08\00\00\00")
  (data (i32.const 32) "\80\00\00\00\08\00\00\00")
  (data (i32.const 48) "\30\00\00\00\08\00\00\00")
  (data (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00")
  (func (export "f") (param $a i32) (param $n i32) (result i32)
    (local $i i32) (local $s i32)
    (loop $l
      (if (i32.ge_u (i32.shl (local.get $i) (i32.const 1)) (i32.sub (i32.load offset=4 (local.get $a)) (local.get $i))) (then unreachable))
      (local.set $s (i32.add (local.get $s) (i32.load (i32.add (i32.load (local.get $a)) (i32.shl (local.get $i) (i32.const 2))))))
      (i32.store offset=1024 (i32.shl (local.get $i) (i32.const 2)) (local.get $s))
      (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
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
;;     v21 = i32.const -1
;;     v22 = i32.add v1, v21
;;     v23 = i64.extend_i32_u v22
;;     v24 = i32.load v0 offset=4
;;     v25 = i32.load v0
;;     v28 = i64.const 2
;;     v72 = i64.const 1
;;     v29 = i64.shl v23, v72
;;     v31 = i64.extend_i32_u v24
;;     v34 = i32.le_u v22, v24
;;     v35 = i64.sub v31, v23
;;     v36 = i64.lt_u v29, v35
;;     v37 = i32.and v34, v36
;;     v41 = i64.shl v23, v28
;;     v43 = i64.const 4294967295
;;     v44 = i64.le_u v41, v43
;;     v45 = i32.and v37, v44
;;     v46 = i64.extend_i32_u v0
;;     v48 = i64.const -1017
;;     v49 = i64.add v46, v48
;;     v51 = i64.const 11
;;     v52 = i64.add v41, v51
;;     v53 = i64.ge_u v49, v52
;;     v54 = i32.and v45, v53
;;     br_if v54, b7(v2, v2), b1(v2, v2) !weights 1000 1
;;   b1(v9: i32, v3: i32):
;;     v4 = i32.const 1
;;     v5 = i32.shl v3, v4
;;     v6 = i32.load v0 offset=4
;;     v7 = i32.sub v6, v3
;;     v8 = i32.ge_u v5, v7
;;     br_if v8, b3, b2
;;   b2:
;;     v10 = i32.load v0
;;     v11 = i32.const 2
;;     v12 = i32.shl v3, v11
;;     v13 = i32.add v10, v12
;;     v14 = i32.load v13
;;     v15 = i32.add v9, v14
;;     i32.store v12, v15 offset=1024
;;     v19 = i32.add v3, v4
;;     v20 = i32.ne v19, v1
;;     br_if v20, b1(v15, v19), b5(v15)
;;   b3:
;;     unreachable
;;   b5(v71: i32):
;;     return v71
;;   b7(v55: i32, v56: i32):
;;     v57 = i32.const 1
;;     v63 = i32.const 2
;;     v64 = i32.shl v56, v63
;;     v65 = i32.add v25, v64
;;     v66 = i32.load v65
;;     v67 = i32.add v55, v66
;;     i32.store v64, v67 offset=1024
;;     v68 = i32.add v56, v57
;;     v69 = i32.ne v68, v1
;;     br_if v69, b7(v67, v68), b5(v67)
;;   }
;;   data data0 active m0 (i32.const 16) "@\00\00\00\08\00\00\00"
;;   data data1 active m0 (i32.const 32) "\80\00\00\00\08\00\00\00"
;;   data data2 active m0 (i32.const 48) "0\00\00\00\08\00\00\00"
;;   data data3 active m0 (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;; }
