;; Alias versioning: a counter that is also in a local is replaced by it if both start with the same value, which is
;; checked.
;; test: pass alias-versioning
;; run: f(64, 1024, 0, 5) == 10
;; run: f(64, 1024, 3, 5) == 10
;; run: f(64, 52, 3, 5) == 10
(module
  (memory (export "memory") 1)
  (func (export "f") (param $p i32) (param $a i32) (param $b i32) (param $n i32) (result i32)
    (local $i i32)
    (local.set $i (local.get $b))
    (i32.store offset=4 (local.get $p) (local.get $n))
    (i32.store offset=8 (local.get $p) (i32.const 0))
    (if (i32.gt_s (local.get $n) (i32.const 0)) (then
      (loop $l
        (i32.store (i32.add (local.get $a) (i32.shl (local.get $i) (i32.const 2))) (i32.load (local.get $p)))
        (i32.store offset=8 (local.get $p) (i32.add (i32.load offset=8 (local.get $p)) (i32.load (i32.add (local.get $a) (i32.shl (i32.load (local.get $p)) (i32.const 2))))))
        (i32.store (local.get $p) (local.tee $i (i32.add (i32.load (local.get $p)) (i32.const 1))))
        (br_if $l (i32.lt_s (i32.load (local.get $p)) (i32.load offset=4 (local.get $p)))))))
    (i32.load offset=8 (local.get $p))))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "memory" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32, v3: i32):
;;     v4 = i32.const 0
;;     i32.store v0, v3 offset=4
;;     v5 = i32.const 0
;;     i32.store v0, v5 offset=8
;;     v6 = i32.const 0
;;     v7 = i32.gt_s v3, v6
;;     br_if v7, b2, b3
;;   b1:
;;     v26 = i32.load v0 offset=8
;;     return v26
;;   b2:
;;     v48 = i32.const 0
;;     v50 = i64.extend_i32_u v0
;;     v51 = memory.size m0
;;     v52 = i64.extend_i32_u v51
;;     v53 = i64.const 16
;;     v54 = i64.shl v52, v53
;;     v55 = i64.const 12
;;     v56 = i64.add v50, v55
;;     v57 = i64.le_u v56, v54
;;     br_if v57, b7, b6 !weights 1000 1
;;   b3:
;;     jump b1
;;   b4(v8: i32):
;;     v9 = i32.const 2
;;     v10 = i32.shl v8, v9
;;     v11 = i32.add v1, v10
;;     v12 = i32.load v0
;;     i32.store v11, v12
;;     v13 = i32.load v0 offset=8
;;     v14 = i32.load v0
;;     v15 = i32.const 2
;;     v16 = i32.shl v14, v15
;;     v17 = i32.add v1, v16
;;     v18 = i32.load v17
;;     v19 = i32.add v13, v18
;;     i32.store v0, v19 offset=8
;;     v20 = i32.load v0
;;     v21 = i32.const 1
;;     v22 = i32.add v20, v21
;;     i32.store v0, v22
;;     v23 = i32.load v0
;;     v24 = i32.load v0 offset=4
;;     v25 = i32.lt_s v23, v24
;;     br_if v25, b4(v22), b5
;;   b5:
;;     jump b1
;;   b6:
;;     jump b4(v2)
;;   b7:
;;     v45 = i32.load v0
;;     v28 = i32.const 2
;;     v34 = i32.const 2
;;     v40 = i32.const 1
;;     v49 = i32.eq v2, v45
;;     v58 = i32.const -2147483647
;;     v59 = i32.add v45, v58
;;     v60 = i32.const -2147483648
;;     v61 = i32.add v3, v60
;;     v62 = i32.le_u v59, v61
;;     v63 = i32.and v49, v62
;;     v64 = i32.sub v3, v45
;;     v65 = i32.const -1
;;     v66 = i32.add v64, v65
;;     v67 = i64.extend_i32_u v66
;;     v68 = i32.const 2
;;     v69 = i32.shl v45, v68
;;     v70 = i32.add v1, v69
;;     v71 = i64.extend_i32_u v70
;;     v72 = i64.const 4
;;     v73 = i64.mul v67, v72
;;     v74 = i64.add v71, v73
;;     v75 = i64.const 4
;;     v76 = i64.add v74, v75
;;     v77 = i64.le_u v76, v54
;;     v78 = i32.and v63, v77
;;     v79 = i64.const 12
;;     v80 = i64.add v50, v79
;;     v81 = i64.le_u v76, v50
;;     v82 = i64.le_u v80, v71
;;     v83 = i32.or v81, v82
;;     v84 = i32.and v78, v83
;;     br_if v84, b8(v2, v45, v5), b6 !weights 1000 1
;;   b8(v27: i32, v46: i32, v47: i32):
;;     v29 = i32.shl v46, v28
;;     v30 = i32.add v1, v29
;;     i32.store v30, v46
;;     v35 = i32.shl v46, v34
;;     v36 = i32.add v1, v35
;;     v37 = i32.load v36
;;     v38 = i32.add v47, v37
;;     v41 = i32.add v46, v40
;;     v44 = i32.lt_s v41, v3
;;     br_if v44, b8(v41, v41, v38), b9
;;   b9:
;;     i32.store v0, v41
;;     i32.store v0, v38 offset=8
;;     jump b5
;;   }
;; }
