;; Alias versioning: accesses of one array that are close together share one check.
;; test: pass alias-versioning
;; run: f(64, 1024, 5) == 0
;; run: f(64, 72, 5) == 5
;; run: f(64, 84, 5) == 0
;; run: f(64, 4, 5) == trap
;; run: f(64, 24, 5) == 0
;; run: f(64, 65508, 5) == trap
(module
  (memory (export "memory") 1)
  (func (export "f") (param $p i32) (param $a i32) (param $n i32) (result i32)
    (i32.store (local.get $p) (i32.const 0))
    (i32.store offset=4 (local.get $p) (local.get $n))
    (i32.store offset=8 (local.get $p) (i32.const 0))
    (if (i32.gt_s (local.get $n) (i32.const 0)) (then
      (loop $l
        (i32.store offset=4 (i32.add (local.get $a) (i32.shl (i32.load (local.get $p)) (i32.const 2))) (i32.add (i32.load (i32.add (local.get $a) (i32.shl (i32.load (local.get $p)) (i32.const 2)))) (i32.load offset=8 (i32.add (local.get $a) (i32.shl (i32.load (local.get $p)) (i32.const 2))))))
        (i32.store (i32.add (i32.add (local.get $a) (i32.shl (i32.load (local.get $p)) (i32.const 2))) (i32.const 16)) (i32.load (i32.sub (i32.add (local.get $a) (i32.shl (i32.load (local.get $p)) (i32.const 2))) (i32.const 8))))
        (i32.store offset=8 (local.get $p) (i32.add (i32.load offset=8 (local.get $p)) (i32.load (i32.add (local.get $a) (i32.shl (i32.load (local.get $p)) (i32.const 2))))))
        (i32.store (local.get $p) (i32.add (i32.load (local.get $p)) (i32.const 1)))
        (br_if $l (i32.lt_s (i32.load (local.get $p)) (i32.load offset=4 (local.get $p)))))))
    (i32.load offset=8 (local.get $p))))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "memory" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     i32.store v0, v3
;;     i32.store v0, v2 offset=4
;;     v4 = i32.const 0
;;     i32.store v0, v4 offset=8
;;     v5 = i32.const 0
;;     v6 = i32.gt_s v2, v5
;;     br_if v6, b2, b3
;;   b1:
;;     v48 = i32.load v0 offset=8
;;     return v48
;;   b2:
;;     v92 = i32.const 0
;;     v93 = i64.extend_i32_u v0
;;     v94 = memory.size m0
;;     v95 = i64.extend_i32_u v94
;;     v96 = i64.const 16
;;     v97 = i64.shl v95, v96
;;     v98 = i64.const 12
;;     v99 = i64.add v93, v98
;;     v100 = i64.le_u v99, v97
;;     br_if v100, b7, b6 !weights 1000 1
;;   b3:
;;     jump b1
;;   b4:
;;     v7 = i32.load v0
;;     v8 = i32.const 2
;;     v9 = i32.shl v7, v8
;;     v10 = i32.add v1, v9
;;     v11 = i32.load v0
;;     v12 = i32.const 2
;;     v13 = i32.shl v11, v12
;;     v14 = i32.add v1, v13
;;     v15 = i32.load v14
;;     v16 = i32.load v0
;;     v17 = i32.const 2
;;     v18 = i32.shl v16, v17
;;     v19 = i32.add v1, v18
;;     v20 = i32.load v19 offset=8
;;     v21 = i32.add v15, v20
;;     i32.store v10, v21 offset=4
;;     v22 = i32.load v0
;;     v23 = i32.const 2
;;     v24 = i32.shl v22, v23
;;     v25 = i32.add v1, v24
;;     v26 = i32.const 16
;;     v27 = i32.add v25, v26
;;     v28 = i32.load v0
;;     v29 = i32.const 2
;;     v30 = i32.shl v28, v29
;;     v31 = i32.add v1, v30
;;     v32 = i32.const 8
;;     v33 = i32.sub v31, v32
;;     v34 = i32.load v33
;;     i32.store v27, v34
;;     v35 = i32.load v0 offset=8
;;     v36 = i32.load v0
;;     v37 = i32.const 2
;;     v38 = i32.shl v36, v37
;;     v39 = i32.add v1, v38
;;     v40 = i32.load v39
;;     v41 = i32.add v35, v40
;;     i32.store v0, v41 offset=8
;;     v42 = i32.load v0
;;     v43 = i32.const 1
;;     v44 = i32.add v42, v43
;;     i32.store v0, v44
;;     v45 = i32.load v0
;;     v46 = i32.load v0 offset=4
;;     v47 = i32.lt_s v45, v46
;;     br_if v47, b4, b5
;;   b5:
;;     jump b1
;;   b6:
;;     jump b4
;;   b7:
;;     v50 = i32.const 2
;;     v54 = i32.const 2
;;     v59 = i32.const 2
;;     v65 = i32.const 2
;;     v68 = i32.const 16
;;     v71 = i32.const 2
;;     v74 = i32.const 8
;;     v79 = i32.const 2
;;     v85 = i32.const 1
;;     v101 = i32.const -1
;;     v102 = i32.add v2, v101
;;     v103 = i64.extend_i32_u v102
;;     v104 = i32.const -8
;;     v105 = i32.add v1, v104
;;     v106 = i64.extend_i32_u v105
;;     v107 = i64.const 4
;;     v108 = i64.mul v103, v107
;;     v109 = i64.add v106, v108
;;     v110 = i64.const 28
;;     v111 = i64.add v109, v110
;;     v112 = i64.le_u v111, v97
;;     v113 = i64.const 12
;;     v114 = i64.add v93, v113
;;     v115 = i64.le_u v111, v93
;;     v116 = i64.le_u v114, v106
;;     v117 = i32.or v115, v116
;;     v118 = i32.and v112, v117
;;     br_if v118, b8(v3, v4), b6 !weights 1000 1
;;   b8(v90: i32, v91: i32):
;;     v51 = i32.shl v90, v50
;;     v52 = i32.add v1, v51
;;     v55 = i32.shl v90, v54
;;     v56 = i32.add v1, v55
;;     v57 = i32.load v56
;;     v60 = i32.shl v90, v59
;;     v61 = i32.add v1, v60
;;     v62 = i32.load v61 offset=8
;;     v63 = i32.add v57, v62
;;     i32.store v52, v63 offset=4
;;     v66 = i32.shl v90, v65
;;     v67 = i32.add v1, v66
;;     v69 = i32.add v67, v68
;;     v72 = i32.shl v90, v71
;;     v73 = i32.add v1, v72
;;     v75 = i32.sub v73, v74
;;     v76 = i32.load v75
;;     i32.store v69, v76
;;     v80 = i32.shl v90, v79
;;     v81 = i32.add v1, v80
;;     v82 = i32.load v81
;;     v83 = i32.add v91, v82
;;     v86 = i32.add v90, v85
;;     v89 = i32.lt_s v86, v2
;;     br_if v89, b8(v86, v83), b9
;;   b9:
;;     i32.store v0, v86
;;     i32.store v0, v83 offset=8
;;     jump b5
;;   }
;; }
