;; Loop versioning: values computed from an invariant length, such as a number of elements from a number of bytes,
;; are computed before the loop.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-versioning,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(16, 8) == 36
;; run: f(16, 9) == trap
;; run: f(20, 1) == 0
;; run: f(20, 2) == trap
(module
  (memory (export "m") 1)
  (data (i32.const 16) "\40\00\00\00\23\00\00\00")
  (data (i32.const 20) "\23\00\00\00\07\00\00\00")
  (data (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00")
  (func (export "f") (param $a i32) (param $n i32) (result i32)
    (local $i i32) (local $s i32)
    (loop $l
      (if (i32.ge_u (local.get $i) (i32.shr_u (i32.load offset=4 (local.get $a)) (i32.const 2))) (then unreachable))
      (local.set $s (i32.add (local.get $s) (i32.load8_u (i32.add (i32.load (local.get $a)) (i32.shl (local.get $i) (i32.const 2))))))
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
;;     v20 = i32.const -1
;;     v21 = i32.add v1, v20
;;     v22 = i64.extend_i32_u v21
;;     v23 = i32.load v0 offset=4
;;     v24 = i32.const 2
;;     v25 = i32.shr_u v23, v24
;;     v26 = i32.load v0
;;     v33 = i32.lt_u v21, v25
;;     v67 = i64.const 2
;;     v37 = i64.shl v22, v67
;;     v39 = i64.const 4294967295
;;     v40 = i64.le_u v37, v39
;;     v41 = i32.and v33, v40
;;     v42 = i64.extend_i32_u v0
;;     v44 = i64.const -1017
;;     v45 = i64.add v42, v44
;;     v47 = i64.const 11
;;     v48 = i64.add v37, v47
;;     v49 = i64.ge_u v45, v48
;;     v50 = i32.and v41, v49
;;     br_if v50, b7(v2, v2), b1(v2, v2) !weights 1000 1
;;   b1(v8: i32, v3: i32):
;;     v4 = i32.load v0 offset=4
;;     v6 = i32.shr_u v4, v24
;;     v7 = i32.ge_u v3, v6
;;     br_if v7, b3, b2
;;   b2:
;;     v9 = i32.load v0
;;     v11 = i32.shl v3, v24
;;     v12 = i32.add v9, v11
;;     v13 = i32.load8_u v12
;;     v14 = i32.add v8, v13
;;     i32.store v11, v14 offset=1024
;;     v17 = i32.const 1
;;     v18 = i32.add v3, v17
;;     v19 = i32.ne v18, v1
;;     br_if v19, b1(v14, v18), b5(v14)
;;   b3:
;;     unreachable
;;   b5(v66: i32):
;;     return v66
;;   b7(v51: i32, v52: i32):
;;     v58 = i32.shl v52, v24
;;     v59 = i32.add v26, v58
;;     v60 = i32.load8_u v59
;;     v61 = i32.add v51, v60
;;     i32.store v58, v61 offset=1024
;;     v62 = i32.const 1
;;     v63 = i32.add v52, v62
;;     v64 = i32.ne v63, v1
;;     br_if v64, b7(v61, v63), b5(v61)
;;   }
;;   data data0 active m0 (i32.const 16) "@\00\00\00#\00\00\00"
;;   data data1 active m0 (i32.const 20) "#\00\00\00\07\00\00\00"
;;   data data2 active m0 (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;; }
