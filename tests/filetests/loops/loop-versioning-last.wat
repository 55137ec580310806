;; Loop versioning: a store that changes the length in the last iteration, one that changes the pointer in the
;; middle, and ones that end just before an array header or begin just behind it.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-versioning,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: fill(16, 8, 5) == 13
;; run: fill(16, 9, 5) == trap
;; run: fill(100, 8, 9) == 8
;; run: fill(100, 9, 9) == trap
;; run: fill(200, 8, 176) == 176
;; run: fill(200, 9, 176) == 176
;; run: fill(300, 4, 20) == 40
;; run: fill(300, 5, 20) == 40
;; run: fill(300, 16, 20) == 60
;; run: fill(400, 8, 9) == 8
(module
  (memory (export "m") 1)
  (data (i32.const 16) "\40\00\00\00\08\00\00\00")
  (data (i32.const 100) "\44\00\00\00\08\00\00\00")
  (data (i32.const 200) "\b0\00\00\00\08\00\00\00")
  (data (i32.const 300) "\1c\01\00\00\28\00\00\00")
  (data (i32.const 400) "\98\01\00\00\08\00\00\00")
  (func (export "fill") (param $a i32) (param $n i32) (param $v i32) (result i32)
    (local $i i32)
    (loop $l
      (if (i32.ge_u (local.get $i) (i32.load offset=4 (local.get $a))) (then unreachable))
      (i32.store (i32.add (i32.load (local.get $a)) (i32.shl (local.get $i) (i32.const 2))) (local.get $v))
      (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (i32.add (i32.load offset=4 (local.get $a)) (i32.load (i32.const 64)))))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "m" m0
;;   export "fill" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     v18 = i32.const -1
;;     v19 = i32.add v1, v18
;;     v20 = i64.extend_i32_u v19
;;     v21 = i32.load v0 offset=4
;;     v22 = i32.load v0
;;     v29 = i32.lt_u v19, v21
;;     v30 = i64.extend_i32_u v22
;;     v56 = i64.const 2
;;     v32 = i64.shl v20, v56
;;     v33 = i64.add v30, v32
;;     v34 = i64.const 4294967295
;;     v35 = i64.le_u v33, v34
;;     v36 = i32.and v29, v35
;;     v37 = i64.extend_i32_u v0
;;     v38 = i64.sub v37, v30
;;     v39 = i64.const 7
;;     v40 = i64.add v38, v39
;;     v42 = i64.const 11
;;     v43 = i64.add v32, v42
;;     v44 = i64.ge_u v40, v43
;;     v45 = i32.and v36, v44
;;     br_if v45, b7(v3), b1(v3) !weights 1000 1
;;   b1(v4: i32):
;;     v5 = i32.load v0 offset=4
;;     v6 = i32.ge_u v4, v5
;;     br_if v6, b3, b2
;;   b2:
;;     v7 = i32.load v0
;;     v8 = i32.const 2
;;     v9 = i32.shl v4, v8
;;     v10 = i32.add v7, v9
;;     i32.store v10, v2
;;     v11 = i32.const 1
;;     v12 = i32.add v4, v11
;;     v13 = i32.ne v12, v1
;;     br_if v13, b1(v12), b5
;;   b3:
;;     unreachable
;;   b5:
;;     v14 = i32.load v0 offset=4
;;     v15 = i32.const 64
;;     v16 = i32.load v15
;;     v17 = i32.add v14, v16
;;     return v17
;;   b7(v46: i32):
;;     v50 = i32.const 2
;;     v51 = i32.shl v46, v50
;;     v52 = i32.add v22, v51
;;     i32.store v52, v2
;;     v53 = i32.const 1
;;     v54 = i32.add v46, v53
;;     v55 = i32.ne v54, v1
;;     br_if v55, b7(v54), b5
;;   }
;;   data data0 active m0 (i32.const 16) "@\00\00\00\08\00\00\00"
;;   data data1 active m0 (i32.const 100) "D\00\00\00\08\00\00\00"
;;   data data2 active m0 (i32.const 200) "\b0\00\00\00\08\00\00\00"
;;   data data3 active m0 (i32.const 300) "\1c\01\00\00(\00\00\00"
;;   data data4 active m0 (i32.const 400) "\98\01\00\00\08\00\00\00"
;; }
