;; Loop versioning: an index that goes down is checked at its first value, and must not go below zero.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-versioning,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(16, 7) == 36
;; run: f(16, 8) == trap
;; run: f(16, 0) == 1
;; run: f(16, 0xffffffff) == 0
;; run: f(16, 0x80000000) == 0
(module
  (memory (export "m") 1)
  (data (i32.const 16) "\40\00\00\00\08\00\00\00")
  (data (i32.const 32) "\80\00\00\00\08\00\00\00")
  (data (i32.const 48) "\30\00\00\00\08\00\00\00")
  (data (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00")
  (func (export "f") (param $a i32) (param $i i32) (result i32)
    (local $s i32)
    (if (i32.lt_s (local.get $i) (i32.const 0)) (then (return (i32.const 0))))
    (loop $l
      (if (i32.ge_u (local.get $i) (i32.load offset=4 (local.get $a))) (then unreachable))
      (local.set $s (i32.add (local.get $s) (i32.load (i32.add (i32.load (local.get $a)) (i32.shl (local.get $i) (i32.const 2))))))
      (i32.store offset=1024 (i32.shl (local.get $i) (i32.const 2)) (local.get $s))
      (br_if $l (i32.ge_s (local.tee $i (i32.sub (local.get $i) (i32.const 1))) (i32.const 0))))
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
;;     v4 = i32.lt_s v1, v2
;;     br_if v4, b2, b9
;;   b2:
;;     return v2
;;   b4(v9: i32, v6: i32):
;;     v7 = i32.load v0 offset=4
;;     v8 = i32.ge_u v6, v7
;;     br_if v8, b6, b5
;;   b5:
;;     v10 = i32.load v0
;;     v12 = i32.shl v6, v34
;;     v13 = i32.add v10, v12
;;     v14 = i32.load v13
;;     v15 = i32.add v9, v14
;;     i32.store v12, v15 offset=1024
;;     v22 = i32.const -1
;;     v19 = i32.add v6, v22
;;     v21 = i32.ge_s v19, v2
;;     br_if v21, b4(v15, v19), b8(v15)
;;   b6:
;;     unreachable
;;   b8(v65: i32):
;;     return v65
;;   b9:
;;     v23 = i64.extend_i32_u v1
;;     v24 = i32.load v0 offset=4
;;     v25 = i32.load v0
;;     v32 = i32.lt_u v1, v24
;;     v34 = i32.const 2
;;     v35 = i32.shl v1, v34
;;     v36 = i64.extend_i32_u v35
;;     v66 = i64.const 2
;;     v38 = i64.shl v23, v66
;;     v39 = i64.le_u v38, v36
;;     v40 = i32.and v32, v39
;;     v41 = i64.sub v36, v38
;;     v42 = i64.extend_i32_u v0
;;     v43 = i64.sub v42, v41
;;     v44 = i64.const -1017
;;     v45 = i64.add v43, v44
;;     v47 = i64.const 11
;;     v48 = i64.add v38, v47
;;     v49 = i64.ge_u v45, v48
;;     v50 = i32.and v40, v49
;;     br_if v50, b11(v2, v1), b4(v2, v1) !weights 1000 1
;;   b11(v51: i32, v52: i32):
;;     v57 = i32.shl v52, v34
;;     v58 = i32.add v25, v57
;;     v59 = i32.load v58
;;     v60 = i32.add v51, v59
;;     i32.store v57, v60 offset=1024
;;     v62 = i32.const -1
;;     v63 = i32.add v52, v62
;;     v64 = i32.ge_s v63, v2
;;     br_if v64, b11(v60, v63), b8(v60)
;;   }
;;   data data0 active m0 (i32.const 16) "@\00\00\00\08\00\00\00"
;;   data data1 active m0 (i32.const 32) "\80\00\00\00\08\00\00\00"
;;   data data2 active m0 (i32.const 48) "0\00\00\00\08\00\00\00"
;;   data data3 active m0 (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;; }
