;; Alias versioning: the counter is multiplied by an unknown value, from which the range of the array is computed.
;; test: pass alias-versioning
;; run: f(64, 1024, 5) == 84215045
;; run: f(64, 60, 5) == 5
;; run: f(64, 44, 5) == 84215050
;; run: f(64, 76, 5) == 84215045
(module
  (memory (export "memory") 1)
  (func (export "f") (param $p i32) (param $a i32) (param $n i32) (result i32)
    (i32.store (local.get $p) (i32.const 0))
    (i32.store offset=4 (local.get $p) (local.get $n))
    (i32.store offset=8 (local.get $p) (i32.const 0))
    (if (i32.gt_s (local.get $n) (i32.const 0)) (then
      (loop $l
        (i32.store (i32.add (local.get $a) (i32.mul (i32.load (local.get $p)) (i32.load offset=4 (local.get $p)))) (i32.const 5))
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
;;     v25 = i32.load v0 offset=8
;;     return v25
;;   b2:
;;     v46 = i32.const 0
;;     v47 = i64.extend_i32_u v0
;;     v48 = memory.size m0
;;     v49 = i64.extend_i32_u v48
;;     v50 = i64.const 16
;;     v51 = i64.shl v49, v50
;;     v52 = i64.const 12
;;     v53 = i64.add v47, v52
;;     v54 = i64.le_u v53, v51
;;     br_if v54, b7, b6 !weights 1000 1
;;   b3:
;;     jump b1
;;   b4:
;;     v7 = i32.load v0
;;     v8 = i32.load v0 offset=4
;;     v9 = i32.mul v7, v8
;;     v10 = i32.add v1, v9
;;     v11 = i32.const 5
;;     i32.store v10, v11
;;     v12 = i32.load v0 offset=8
;;     v13 = i32.load v0
;;     v14 = i32.const 2
;;     v15 = i32.shl v13, v14
;;     v16 = i32.add v1, v15
;;     v17 = i32.load v16
;;     v18 = i32.add v12, v17
;;     i32.store v0, v18 offset=8
;;     v19 = i32.load v0
;;     v20 = i32.const 1
;;     v21 = i32.add v19, v20
;;     i32.store v0, v21
;;     v22 = i32.load v0
;;     v23 = i32.load v0 offset=4
;;     v24 = i32.lt_s v22, v23
;;     br_if v24, b4, b5
;;   b5:
;;     jump b1
;;   b6:
;;     jump b4
;;   b7:
;;     v30 = i32.const 5
;;     v33 = i32.const 2
;;     v39 = i32.const 1
;;     v55 = i32.const -1
;;     v56 = i32.add v2, v55
;;     v57 = i64.extend_i32_u v56
;;     v58 = i64.extend_i32_u v1
;;     v59 = i64.extend_i32_u v2
;;     v60 = i64.mul v57, v59
;;     v61 = i64.add v58, v60
;;     v62 = i64.const 4
;;     v63 = i64.add v61, v62
;;     v64 = i64.le_u v63, v51
;;     v65 = i64.const 12
;;     v66 = i64.add v47, v65
;;     v67 = i64.le_u v63, v47
;;     v68 = i64.le_u v66, v58
;;     v69 = i32.or v67, v68
;;     v70 = i32.and v64, v69
;;     v71 = i64.extend_i32_u v1
;;     v72 = i64.const 4
;;     v73 = i64.mul v57, v72
;;     v74 = i64.add v71, v73
;;     v75 = i64.const 4
;;     v76 = i64.add v74, v75
;;     v77 = i64.le_u v76, v51
;;     v78 = i32.and v70, v77
;;     v79 = i64.const 12
;;     v80 = i64.add v47, v79
;;     v81 = i64.le_u v76, v47
;;     v82 = i64.le_u v80, v71
;;     v83 = i32.or v81, v82
;;     v84 = i32.and v78, v83
;;     br_if v84, b8(v3, v4), b6 !weights 1000 1
;;   b8(v44: i32, v45: i32):
;;     v28 = i32.mul v44, v2
;;     v29 = i32.add v1, v28
;;     i32.store v29, v30
;;     v34 = i32.shl v44, v33
;;     v35 = i32.add v1, v34
;;     v36 = i32.load v35
;;     v37 = i32.add v45, v36
;;     v40 = i32.add v44, v39
;;     v43 = i32.lt_s v40, v2
;;     br_if v43, b8(v40, v37), b9
;;   b9:
;;     i32.store v0, v40
;;     i32.store v0, v37 offset=8
;;     jump b5
;;   }
;; }
