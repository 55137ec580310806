;; Alias versioning: a variable that is stored on some paths only becomes a block parameter where they merge.
;; test: pass alias-versioning
;; run: f(64, 1024, 5) == 4
;; run: f(64, 60, 5) == 1
;; run: f(64, 44, 5) == 4
;; run: f(64, 76, 5) == 4
;; run: f(64, 68, 5) == 0
;; run: f(64, 65520, 6) == trap
;; run: f(65528, 16, 3) == trap
;; run: f(64, 1024, 0) == 0
;; run: f(64, 65532, 1) == 0
(module
  (memory (export "memory") 1)
  (func (export "f") (param $p i32) (param $a i32) (param $n i32) (result i32)
    (i32.store (local.get $p) (i32.const 0))
    (i32.store offset=4 (local.get $p) (local.get $n))
    (i32.store offset=8 (local.get $p) (i32.const 0))
    (if (i32.gt_s (local.get $n) (i32.const 0)) (then
      (loop $l
        (i32.store (i32.add (local.get $a) (i32.shl (i32.load (local.get $p)) (i32.const 2))) (i32.load (local.get $p)))
        (if (i32.and (i32.load (local.get $p)) (i32.const 1)) (then
          (i32.store offset=8 (local.get $p) (i32.add (i32.load offset=8 (local.get $p)) (i32.load (i32.add (local.get $a) (i32.shl (i32.load (local.get $p)) (i32.const 2))))))))
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
;;     v28 = i32.load v0 offset=8
;;     return v28
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
;;     br_if v61, b10, b9 !weights 1000 1
;;   b3:
;;     jump b1
;;   b4:
;;     v7 = i32.load v0
;;     v8 = i32.const 2
;;     v9 = i32.shl v7, v8
;;     v10 = i32.add v1, v9
;;     v11 = i32.load v0
;;     i32.store v10, v11
;;     v12 = i32.load v0
;;     v13 = i32.const 1
;;     v14 = i32.and v12, v13
;;     br_if v14, b6, b7
;;   b5:
;;     v22 = i32.load v0
;;     v23 = i32.const 1
;;     v24 = i32.add v22, v23
;;     i32.store v0, v24
;;     v25 = i32.load v0
;;     v26 = i32.load v0 offset=4
;;     v27 = i32.lt_s v25, v26
;;     br_if v27, b4, b8
;;   b6:
;;     v15 = i32.load v0 offset=8
;;     v16 = i32.load v0
;;     v17 = i32.const 2
;;     v18 = i32.shl v16, v17
;;     v19 = i32.add v1, v18
;;     v20 = i32.load v19
;;     v21 = i32.add v15, v20
;;     i32.store v0, v21 offset=8
;;     jump b5
;;   b7:
;;     jump b5
;;   b8:
;;     jump b1
;;   b9:
;;     jump b4
;;   b10:
;;     v30 = i32.const 2
;;     v35 = i32.const 1
;;     v39 = i32.const 2
;;     v45 = i32.const 1
;;     v62 = i32.const -1
;;     v63 = i32.add v2, v62
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
;;     br_if v77, b11(v3, v4), b9 !weights 1000 1
;;   b11(v50: i32, v51: i32):
;;     v31 = i32.shl v50, v30
;;     v32 = i32.add v1, v31
;;     i32.store v32, v50
;;     v36 = i32.and v50, v35
;;     br_if v36, b13, b12
;;   b12:
;;     jump b14(v51)
;;   b13:
;;     v40 = i32.shl v50, v39
;;     v41 = i32.add v1, v40
;;     v42 = i32.load v41
;;     v43 = i32.add v51, v42
;;     jump b14(v43)
;;   b14(v52: i32):
;;     v46 = i32.add v50, v45
;;     v49 = i32.lt_s v46, v2
;;     br_if v49, b11(v46, v52), b15
;;   b15:
;;     i32.store v0, v46
;;     i32.store v0, v52 offset=8
;;     jump b8
;;   }
;; }
