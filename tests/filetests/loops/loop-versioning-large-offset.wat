;; Loop versioning: the end of a load with a large offset is computed in 64 bits.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-versioning,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
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
;;     v16 = i32.const -1
;;     v17 = i32.add v1, v16
;;     v18 = i64.extend_i32_u v17
;;     v19 = i64.extend_i32_u v0
;;     v20 = i64.const 4294967296
;;     v21 = i64.add v19, v20
;;     v22 = memory.size m0
;;     v23 = i64.extend_i32_u v22
;;     v24 = i64.const 16
;;     v25 = i64.shl v23, v24
;;     v26 = i64.le_u v21, v25
;;     br_if v26, b7, b6 !weights 1000 1
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
;;   b5(v57: i32):
;;     return v57
;;   b6:
;;     jump b1(v3, v3)
;;   b7:
;;     v27 = i32.load v0 offset=4294967292
;;     v58 = i64.const 2
;;     v31 = i64.shl v18, v58
;;     v33 = i64.const 4294967295
;;     v34 = i64.le_u v31, v33
;;     v37 = i64.const 4294966271
;;     v38 = i64.add v19, v37
;;     v40 = i64.const 7
;;     v41 = i64.add v31, v40
;;     v42 = i64.ge_u v38, v41
;;     v43 = i32.and v34, v42
;;     br_if v43, b8(v3, v3), b6 !weights 1000 1
;;   b8(v44: i32, v45: i32):
;;     v47 = i32.const 2
;;     v48 = i32.shl v45, v47
;;     i32.store v48, v44 offset=1024
;;     v49 = i32.ge_u v45, v2
;;     br_if v49, b9, b10(v44)
;;   b9:
;;     v51 = i32.add v44, v27
;;     jump b10(v51)
;;   b10(v46: i32):
;;     v52 = i32.add v46, v45
;;     v53 = i32.const 1
;;     v54 = i32.add v45, v53
;;     v55 = i32.ne v54, v1
;;     br_if v55, b8(v52, v54), b5(v52)
;;   }
;; }
