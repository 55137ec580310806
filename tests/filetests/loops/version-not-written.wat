;; A cell that the loop writes under the same name is loaded in each iteration; no version for its
;; sake.
;; test: pass unreachable,params,fold,gvn,branches,params,rotate,params,licm,version,params,fold,gvn,branches,params,dce
;; run: f(16) == 16
(module
  (memory (export "m") 1)
  (data (i32.const 16) "\40\00\00\00\08\00\00\00")
  (data (i32.const 32) "\80\00\00\00\08\00\00\00")
  (data (i32.const 48) "\30\00\00\00\08\00\00\00")
  (data (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00")
  (func (export "f") (param $a i32) (result i32)
    (local $i i32)
    (loop $l
      (i32.store offset=4 (local.get $a) (i32.add (i32.load offset=4 (local.get $a)) (i32.const 1)))
      (i32.store (i32.load (local.get $a)) (local.get $i))
      (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 8))))
    (i32.load offset=4 (local.get $a))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "m" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v13 = i64.const 7
;;     v14 = i64.extend_i32_u v0
;;     v15 = i64.const 4
;;     v16 = i64.add v14, v15
;;     v17 = memory.size m0
;;     v18 = i64.extend_i32_u v17
;;     v19 = i64.const 16
;;     v20 = i64.shl v18, v19
;;     v21 = i64.le_u v16, v20
;;     br_if v21, b4, b3 !weights 1000 1
;;   b1(v6: i32):
;;     v2 = i32.load v0 offset=4
;;     v3 = i32.const 1
;;     v4 = i32.add v2, v3
;;     i32.store v0, v4 offset=4
;;     v5 = i32.load v0
;;     i32.store v5, v6
;;     v8 = i32.add v6, v3
;;     v9 = i32.const 8
;;     v10 = i32.lt_u v8, v9
;;     br_if v10, b1(v8), b2
;;   b2:
;;     v11 = i32.load v0 offset=4
;;     return v11
;;   b3:
;;     jump b1(v1)
;;   b4:
;;     v22 = i32.load v0
;;     v24 = i64.extend_i32_u v22
;;     v26 = i64.sub v14, v14
;;     v27 = i64.const -1
;;     v28 = i64.add v26, v27
;;     v32 = i64.ge_u v28, v13
;;     v33 = i64.sub v14, v24
;;     v34 = i64.const 3
;;     v35 = i64.add v33, v34
;;     v39 = i64.ge_u v35, v13
;;     v40 = i32.and v32, v39
;;     br_if v40, b5(v1), b3 !weights 1000 1
;;   b5(v41: i32):
;;     v42 = i32.load v0 offset=4
;;     v43 = i32.const 1
;;     v44 = i32.add v42, v43
;;     i32.store v0, v44 offset=4
;;     i32.store v22, v41
;;     v46 = i32.add v41, v43
;;     v47 = i32.const 8
;;     v48 = i32.lt_u v46, v47
;;     br_if v48, b5(v46), b2
;;   }
;;   data data0 active m0 (i32.const 16) "@\00\00\00\08\00\00\00"
;;   data data1 active m0 (i32.const 32) "\80\00\00\00\08\00\00\00"
;;   data data2 active m0 (i32.const 48) "0\00\00\00\08\00\00\00"
;;   data data3 active m0 (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;; }
