;; Alias versioning: variables at one base become values. Those at another base are checked like an array.
;; test: pass alias-versioning
;; run: f(64, 1024, 2048, 5) == 10
;; run: f(64, 1024, 68, 5) == trap
;; run: f(64, 1024, 72, 5) == 25
;; run: f(64, 1024, 64, 5) == 4
;; run: f(64, 1024, 1028, 5) == 10
(module
  (memory (export "memory") 1)
  (func (export "f") (param $p i32) (param $a i32) (param $b i32) (param $n i32) (result i32)
    (i32.store (local.get $p) (i32.const 0))
    (i32.store offset=4 (local.get $p) (local.get $n))
    (i32.store offset=8 (local.get $p) (i32.const 0))
    (if (i32.gt_s (local.get $n) (i32.const 0)) (then
      (loop $l
        (i32.store (i32.add (local.get $a) (i32.shl (i32.load (local.get $p)) (i32.const 2))) (i32.load (local.get $p)))
        (i32.store offset=8 (local.get $p) (i32.add (i32.load offset=8 (local.get $p)) (i32.load (i32.add (local.get $a) (i32.shl (i32.load (local.get $p)) (i32.const 2))))))
        (i32.store (local.get $b) (i32.add (i32.load (local.get $b)) (i32.const 3)))
        (i32.store (local.get $p) (i32.add (i32.load (local.get $p)) (i32.const 1)))
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
;;     i32.store v0, v4
;;     i32.store v0, v3 offset=4
;;     v5 = i32.const 0
;;     i32.store v0, v5 offset=8
;;     v6 = i32.const 0
;;     v7 = i32.gt_s v3, v6
;;     br_if v7, b2, b3
;;   b1:
;;     v29 = i32.load v0 offset=8
;;     return v29
;;   b2:
;;     v53 = i32.const 0
;;     v54 = i64.extend_i32_u v0
;;     v55 = memory.size m0
;;     v56 = i64.extend_i32_u v55
;;     v57 = i64.const 16
;;     v58 = i64.shl v56, v57
;;     v59 = i64.const 12
;;     v60 = i64.add v54, v59
;;     v61 = i64.le_u v60, v58
;;     br_if v61, b7, b6 !weights 1000 1
;;   b3:
;;     jump b1
;;   b4:
;;     v8 = i32.load v0
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
;;     v20 = i32.load v2
;;     v21 = i32.const 3
;;     v22 = i32.add v20, v21
;;     i32.store v2, v22
;;     v23 = i32.load v0
;;     v24 = i32.const 1
;;     v25 = i32.add v23, v24
;;     i32.store v0, v25
;;     v26 = i32.load v0
;;     v27 = i32.load v0 offset=4
;;     v28 = i32.lt_s v26, v27
;;     br_if v28, b4, b5
;;   b5:
;;     jump b1
;;   b6:
;;     jump b4
;;   b7:
;;     v31 = i32.const 2
;;     v37 = i32.const 2
;;     v43 = i32.const 3
;;     v46 = i32.const 1
;;     v62 = i32.const -1
;;     v63 = i32.add v3, v62
;;     v64 = i64.extend_i32_u v63
;;     v65 = i64.extend_i32_u v1
;;     v66 = i64.const 4
;;     v67 = i64.mul v64, v66
;;     v68 = i64.add v65, v67
;;     v69 = i64.const 4
;;     v70 = i64.add v68, v69
;;     v71 = i64.le_u v70, v58
;;     v72 = i64.const 12
;;     v73 = i64.add v54, v72
;;     v74 = i64.le_u v70, v54
;;     v75 = i64.le_u v73, v65
;;     v76 = i32.or v74, v75
;;     v77 = i32.and v71, v76
;;     v78 = i64.extend_i32_u v2
;;     v79 = i64.const 4
;;     v80 = i64.add v78, v79
;;     v81 = i64.le_u v80, v58
;;     v82 = i32.and v77, v81
;;     v83 = i64.const 12
;;     v84 = i64.add v54, v83
;;     v85 = i64.le_u v80, v54
;;     v86 = i64.le_u v84, v78
;;     v87 = i32.or v85, v86
;;     v88 = i32.and v82, v87
;;     br_if v88, b8(v4, v5), b6 !weights 1000 1
;;   b8(v51: i32, v52: i32):
;;     v32 = i32.shl v51, v31
;;     v33 = i32.add v1, v32
;;     i32.store v33, v51
;;     v38 = i32.shl v51, v37
;;     v39 = i32.add v1, v38
;;     v40 = i32.load v39
;;     v41 = i32.add v52, v40
;;     v42 = i32.load v2
;;     v44 = i32.add v42, v43
;;     i32.store v2, v44
;;     v47 = i32.add v51, v46
;;     v50 = i32.lt_s v47, v3
;;     br_if v50, b8(v47, v41), b9
;;   b9:
;;     i32.store v0, v47
;;     i32.store v0, v41 offset=8
;;     jump b5
;;   }
;; }
