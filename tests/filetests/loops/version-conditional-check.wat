;; A check that some iterations pass by is tested for all of them: if it would fail in one that passes
;; it by, the loop stays as it was.
;; test: pass unreachable,params,fold,gvn,branches,params,rotate,params,licm,version,params,fold,gvn,branches,params,dce
;; run: f(16, 8, 8) == 36
;; run: f(16, 12, 8) == 36
;; run: f(16, 12, 9) == trap
;; run: f(16, 12, 0) == 0
(module
  (memory (export "m") 1)
  (data (i32.const 16) "\40\00\00\00\08\00\00\00")
  (data (i32.const 32) "\80\00\00\00\08\00\00\00")
  (data (i32.const 48) "\30\00\00\00\08\00\00\00")
  (data (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00")
  (func (export "f") (param $a i32) (param $n i32) (param $to i32) (result i32)
    (local $i i32) (local $s i32)
    (loop $l
      (if (i32.lt_u (local.get $i) (local.get $to))
        (then
          (if (i32.ge_u (local.get $i) (i32.load offset=4 (local.get $a))) (then unreachable))
          (local.set $s (i32.add (local.get $s) (i32.load (i32.add (i32.load (local.get $a)) (i32.shl (local.get $i) (i32.const 2))))))
          (i32.store offset=1024 (i32.shl (local.get $i) (i32.const 2)) (local.get $s))))
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
;;     v22 = i32.const -1
;;     v23 = i32.add v1, v22
;;     v24 = i64.extend_i32_u v23
;;     v25 = i64.extend_i32_u v0
;;     v26 = i64.const 8
;;     v27 = i64.add v25, v26
;;     v28 = memory.size m0
;;     v29 = i64.extend_i32_u v28
;;     v30 = i64.const 16
;;     v31 = i64.shl v29, v30
;;     v32 = i64.le_u v27, v31
;;     br_if v32, b10, b9 !weights 1000 1
;;   b1(v8: i32, v4: i32):
;;     v5 = i32.lt_u v4, v2
;;     br_if v5, b3, b2(v8)
;;   b2(v20: i32):
;;     v17 = i32.const 1
;;     v18 = i32.add v4, v17
;;     v19 = i32.ne v18, v1
;;     br_if v19, b1(v20, v18), b8(v20)
;;   b3:
;;     v6 = i32.load v0 offset=4
;;     v7 = i32.ge_u v4, v6
;;     br_if v7, b6, b5
;;   b5:
;;     v9 = i32.load v0
;;     v10 = i32.const 2
;;     v11 = i32.shl v4, v10
;;     v12 = i32.add v9, v11
;;     v13 = i32.load v12
;;     v14 = i32.add v8, v13
;;     i32.store v11, v14 offset=1024
;;     jump b2(v14)
;;   b6:
;;     unreachable
;;   b8(v21: i32):
;;     return v21
;;   b9:
;;     jump b1(v3, v3)
;;   b10:
;;     v33 = i32.load v0 offset=4
;;     v35 = i64.const 4
;;     v36 = i64.add v25, v35
;;     v41 = i64.le_u v36, v31
;;     br_if v41, b11, b9 !weights 1000 1
;;   b11:
;;     v42 = i32.load v0
;;     v49 = i32.lt_u v23, v33
;;     v82 = i64.const 2
;;     v53 = i64.shl v24, v82
;;     v55 = i64.const 4294967295
;;     v56 = i64.le_u v53, v55
;;     v57 = i32.and v49, v56
;;     v60 = i64.const -1017
;;     v61 = i64.add v25, v60
;;     v63 = i64.const 11
;;     v64 = i64.add v53, v63
;;     v65 = i64.ge_u v61, v64
;;     v66 = i32.and v57, v65
;;     br_if v66, b12(v3, v3), b9 !weights 1000 1
;;   b12(v67: i32, v68: i32):
;;     v70 = i32.lt_u v68, v2
;;     br_if v70, b13, b15(v67)
;;   b13:
;;     v74 = i32.const 2
;;     v75 = i32.shl v68, v74
;;     v76 = i32.add v42, v75
;;     v77 = i32.load v76
;;     v78 = i32.add v67, v77
;;     i32.store v75, v78 offset=1024
;;     jump b15(v78)
;;   b15(v69: i32):
;;     v79 = i32.const 1
;;     v80 = i32.add v68, v79
;;     v81 = i32.ne v80, v1
;;     br_if v81, b12(v69, v80), b8(v69)
;;   }
;;   data data0 active m0 (i32.const 16) "@\00\00\00\08\00\00\00"
;;   data data1 active m0 (i32.const 32) "\80\00\00\00\08\00\00\00"
;;   data data2 active m0 (i32.const 48) "0\00\00\00\08\00\00\00"
;;   data data3 active m0 (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;; }
