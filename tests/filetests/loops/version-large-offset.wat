;; The end of a load with a large offset is computed with 64 bits.
;; test: pass unreachable,params,fold,gvn,branches,params,rotate,params,licm,version,params,fold,gvn,branches,params,dce
;; run: f(16, 8, 0) == trap
;; run: f(16, 8, 9) == 28
;; run: f(0xffffffff, 8, 9) == 28
;; run: f(0xffffffff, 8, 0) == trap
(module
  (memory (export "m") 1)
  (func (export "f") (param $p i32) (param $n i32) (param $from i32) (result i32)
    (local $i i32) (local $s i32)
    (loop $l
      (i32.store offset=1024 (i32.shl (local.get $i) (i32.const 2)) (local.get $s))
      (if (i32.ge_u (local.get $i) (local.get $from))
        (then (local.set $s (i32.add (local.get $s) (i32.load offset=4294967292 (local.get $p))))))
      (local.set $s (i32.add (local.get $s) (local.get $i)))
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
;;     v17 = i32.const -1
;;     v18 = i32.add v1, v17
;;     v19 = i64.extend_i32_u v18
;;     v20 = i64.extend_i32_u v0
;;     v21 = i64.const 4294967296
;;     v22 = i64.add v20, v21
;;     v23 = memory.size m0
;;     v24 = i64.extend_i32_u v23
;;     v25 = i64.const 16
;;     v26 = i64.shl v24, v25
;;     v27 = i64.le_u v22, v26
;;     br_if v27, b7, b6 !weights 1000 1
;;   b1(v7: i32, v4: i32):
;;     v5 = i32.const 2
;;     v6 = i32.shl v4, v5
;;     i32.store v6, v7 offset=1024
;;     v8 = i32.ge_u v4, v2
;;     br_if v8, b3, b2(v7)
;;   b2(v11: i32):
;;     v12 = i32.add v11, v4
;;     v13 = i32.const 1
;;     v14 = i32.add v4, v13
;;     v15 = i32.ne v14, v1
;;     br_if v15, b1(v12, v14), b5(v12)
;;   b3:
;;     v9 = i32.load v0 offset=4294967292
;;     v10 = i32.add v7, v9
;;     jump b2(v10)
;;   b5(v16: i32):
;;     return v16
;;   b6:
;;     jump b1(v3, v3)
;;   b7:
;;     v28 = i32.load v0 offset=4294967292
;;     v57 = i64.const 2
;;     v32 = i64.shl v19, v57
;;     v34 = i64.const 4294967295
;;     v35 = i64.le_u v32, v34
;;     v38 = i64.const 4294966271
;;     v39 = i64.add v20, v38
;;     v41 = i64.const 7
;;     v42 = i64.add v32, v41
;;     v43 = i64.ge_u v39, v42
;;     v44 = i32.and v35, v43
;;     br_if v44, b8(v3, v3), b6 !weights 1000 1
;;   b8(v45: i32, v46: i32):
;;     v48 = i32.const 2
;;     v49 = i32.shl v46, v48
;;     i32.store v49, v45 offset=1024
;;     v50 = i32.ge_u v46, v2
;;     br_if v50, b9, b10(v45)
;;   b9:
;;     v52 = i32.add v45, v28
;;     jump b10(v52)
;;   b10(v47: i32):
;;     v53 = i32.add v47, v46
;;     v54 = i32.const 1
;;     v55 = i32.add v46, v54
;;     v56 = i32.ne v55, v1
;;     br_if v56, b8(v53, v55), b5(v53)
;;   }
;; }
