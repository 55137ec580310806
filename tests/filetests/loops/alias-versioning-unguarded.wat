;; Alias versioning: only the test before the copy ensures that the counter starts below its limit. If it does not,
;; the original loop executes one iteration.
;; test: pass alias-versioning
;; run: f(64, 1024, 5) == 10
;; run: f(64, 60, 5) == 3
;; run: f(64, 44, 5) == 10
;; run: f(64, 76, 5) == 10
;; run: f(64, 68, 5) == 0
;; run: f(64, 65520, 6) == trap
;; run: f(65528, 16, 3) == trap
;; run: f(64, 1024, 0) == 0
;; run: f(64, 65532, 1) == 0
;; run: f(64, 1024, -3) == 0
(module
  (memory (export "memory") 1)
  (func (export "f") (param $p i32) (param $a i32) (param $n i32) (result i32)
    (i32.store (local.get $p) (i32.const 0))
    (i32.store offset=4 (local.get $p) (local.get $n))
    (i32.store offset=8 (local.get $p) (i32.const 0))
    (if (i32.const 1) (then
      (loop $l
        (i32.store (i32.add (local.get $a) (i32.shl (i32.load (local.get $p)) (i32.const 2))) (i32.load (local.get $p)))
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
;;     v5 = i32.const 1
;;     br_if v5, b2, b3
;;   b1:
;;     v24 = i32.load v0 offset=8
;;     return v24
;;   b2:
;;     v45 = i32.const 0
;;     v46 = i64.extend_i32_u v0
;;     v47 = memory.size m0
;;     v48 = i64.extend_i32_u v47
;;     v49 = i64.const 16
;;     v50 = i64.shl v48, v49
;;     v51 = i64.const 12
;;     v52 = i64.add v46, v51
;;     v53 = i64.le_u v52, v50
;;     br_if v53, b7, b6 !weights 1000 1
;;   b3:
;;     jump b1
;;   b4:
;;     v6 = i32.load v0
;;     v7 = i32.const 2
;;     v8 = i32.shl v6, v7
;;     v9 = i32.add v1, v8
;;     v10 = i32.load v0
;;     i32.store v9, v10
;;     v11 = i32.load v0 offset=8
;;     v12 = i32.load v0
;;     v13 = i32.const 2
;;     v14 = i32.shl v12, v13
;;     v15 = i32.add v1, v14
;;     v16 = i32.load v15
;;     v17 = i32.add v11, v16
;;     i32.store v0, v17 offset=8
;;     v18 = i32.load v0
;;     v19 = i32.const 1
;;     v20 = i32.add v18, v19
;;     i32.store v0, v20
;;     v21 = i32.load v0
;;     v22 = i32.load v0 offset=4
;;     v23 = i32.lt_s v21, v22
;;     br_if v23, b4, b5
;;   b5:
;;     jump b1
;;   b6:
;;     jump b4
;;   b7:
;;     v26 = i32.const 2
;;     v32 = i32.const 2
;;     v38 = i32.const 1
;;     v54 = i32.const -2147483647
;;     v55 = i32.const -2147483648
;;     v56 = i32.add v2, v55
;;     v57 = i32.le_u v54, v56
;;     v58 = i32.const -1
;;     v59 = i32.add v2, v58
;;     v60 = i64.extend_i32_u v59
;;     v61 = i64.extend_i32_u v1
;;     v62 = i64.const 4
;;     v63 = i64.mul v60, v62
;;     v64 = i64.add v61, v63
;;     v65 = i64.const 4
;;     v66 = i64.add v64, v65
;;     v67 = i64.le_u v66, v50
;;     v68 = i32.and v57, v67
;;     v69 = i64.const 12
;;     v70 = i64.add v46, v69
;;     v71 = i64.le_u v66, v46
;;     v72 = i64.le_u v70, v61
;;     v73 = i32.or v71, v72
;;     v74 = i32.and v68, v73
;;     br_if v74, b8(v3, v4), b6 !weights 1000 1
;;   b8(v43: i32, v44: i32):
;;     v27 = i32.shl v43, v26
;;     v28 = i32.add v1, v27
;;     i32.store v28, v43
;;     v33 = i32.shl v43, v32
;;     v34 = i32.add v1, v33
;;     v35 = i32.load v34
;;     v36 = i32.add v44, v35
;;     v39 = i32.add v43, v38
;;     v42 = i32.lt_s v39, v2
;;     br_if v42, b8(v39, v36), b9
;;   b9:
;;     i32.store v0, v39
;;     i32.store v0, v36 offset=8
;;     jump b5
;;   }
;; }
