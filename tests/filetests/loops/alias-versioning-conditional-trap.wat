;; Alias versioning: a conditional access may be past the end of memory if it is not executed. The original loop is
;; entered then.
;; test: pass alias-versioning
;; run: f(64, 65536, 5) == 10
;; run: f(64, 1024, 5) == 10
;; run: f(64, 65536, 120) == trap
(module
  (memory (export "memory") 1)
  (func (export "f") (param $p i32) (param $a i32) (param $n i32) (result i32)
    (i32.store (local.get $p) (i32.const 0))
    (i32.store offset=4 (local.get $p) (local.get $n))
    (i32.store offset=8 (local.get $p) (i32.const 0))
    (if (i32.gt_s (local.get $n) (i32.const 0)) (then
      (loop $l
        (if (i32.eq (i32.load (local.get $p)) (i32.const 99)) (then (i32.store (i32.add (local.get $a) (i32.shl (i32.load (local.get $p)) (i32.const 2))) (i32.const 1))))
        (i32.store offset=8 (local.get $p) (i32.add (i32.load offset=8 (local.get $p)) (i32.load (local.get $p))))
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
;;     v24 = i32.load v0 offset=8
;;     return v24
;;   b2:
;;     v44 = i32.const 0
;;     v45 = i64.extend_i32_u v0
;;     v46 = memory.size m0
;;     v47 = i64.extend_i32_u v46
;;     v48 = i64.const 16
;;     v49 = i64.shl v47, v48
;;     v50 = i64.const 12
;;     v51 = i64.add v45, v50
;;     v52 = i64.le_u v51, v49
;;     br_if v52, b10, b9 !weights 1000 1
;;   b3:
;;     jump b1
;;   b4:
;;     v7 = i32.load v0
;;     v8 = i32.const 99
;;     v9 = i32.eq v7, v8
;;     br_if v9, b6, b7
;;   b5:
;;     v15 = i32.load v0 offset=8
;;     v16 = i32.load v0
;;     v17 = i32.add v15, v16
;;     i32.store v0, v17 offset=8
;;     v18 = i32.load v0
;;     v19 = i32.const 1
;;     v20 = i32.add v18, v19
;;     i32.store v0, v20
;;     v21 = i32.load v0
;;     v22 = i32.load v0 offset=4
;;     v23 = i32.lt_s v21, v22
;;     br_if v23, b4, b8
;;   b6:
;;     v10 = i32.load v0
;;     v11 = i32.const 2
;;     v12 = i32.shl v10, v11
;;     v13 = i32.add v1, v12
;;     v14 = i32.const 1
;;     i32.store v13, v14
;;     jump b5
;;   b7:
;;     jump b5
;;   b8:
;;     jump b1
;;   b9:
;;     jump b4
;;   b10:
;;     v26 = i32.const 99
;;     v29 = i32.const 2
;;     v32 = i32.const 1
;;     v37 = i32.const 1
;;     v53 = i32.const -1
;;     v54 = i32.add v2, v53
;;     v55 = i64.extend_i32_u v54
;;     v56 = i64.extend_i32_u v1
;;     v57 = i64.const 4
;;     v58 = i64.mul v55, v57
;;     v59 = i64.add v56, v58
;;     v60 = i64.const 4
;;     v61 = i64.add v59, v60
;;     v62 = i64.le_u v61, v49
;;     v63 = i64.const 12
;;     v64 = i64.add v45, v63
;;     v65 = i64.le_u v61, v45
;;     v66 = i64.le_u v64, v56
;;     v67 = i32.or v65, v66
;;     v68 = i32.and v62, v67
;;     br_if v68, b11(v3, v4), b9 !weights 1000 1
;;   b11(v42: i32, v43: i32):
;;     v27 = i32.eq v42, v26
;;     br_if v27, b13, b12
;;   b12:
;;     jump b14
;;   b13:
;;     v30 = i32.shl v42, v29
;;     v31 = i32.add v1, v30
;;     i32.store v31, v32
;;     jump b14
;;   b14:
;;     v35 = i32.add v43, v42
;;     v38 = i32.add v42, v37
;;     v41 = i32.lt_s v38, v2
;;     br_if v41, b11(v38, v35), b15
;;   b15:
;;     i32.store v0, v38
;;     i32.store v0, v35 offset=8
;;     jump b8
;;   }
;; }
