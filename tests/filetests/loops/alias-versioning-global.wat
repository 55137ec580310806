;; Alias versioning: a loop may set globals.
;; test: pass alias-versioning
;; run: f(64, 1024, 5) == 10
;; run: f(64, 60, 5) == 3
;; run: f(64, 44, 5) == 10
;; run: f(64, 76, 5) == 10
(module
  (memory (export "memory") 1)
  (global $g (export "g") (mut i32) (i32.const 0))
  (func (export "f") (param $p i32) (param $a i32) (param $n i32) (result i32)
    (i32.store (local.get $p) (i32.const 0))
    (i32.store offset=4 (local.get $p) (local.get $n))
    (i32.store offset=8 (local.get $p) (i32.const 0))
    (if (i32.gt_s (local.get $n) (i32.const 0)) (then
      (loop $l
        (i32.store (i32.add (local.get $a) (i32.shl (i32.load (local.get $p)) (i32.const 2))) (i32.load (local.get $p)))
        (i32.store offset=8 (local.get $p) (i32.add (i32.load offset=8 (local.get $p)) (i32.load (i32.add (local.get $a) (i32.shl (i32.load (local.get $p)) (i32.const 2))))))
        (global.set $g (i32.load (local.get $p)))
        (i32.store (local.get $p) (i32.add (i32.load (local.get $p)) (i32.const 1)))
        (br_if $l (i32.lt_s (i32.load (local.get $p)) (i32.load offset=4 (local.get $p)))))))
    (i32.load offset=8 (local.get $p))))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   global g0 : mut i32 "g" = i32.const 0
;;   export "memory" m0
;;   export "g" g0
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
;;     v26 = i32.load v0 offset=8
;;     return v26
;;   b2:
;;     v48 = i32.const 0
;;     v49 = i64.extend_i32_u v0
;;     v50 = memory.size m0
;;     v51 = i64.extend_i32_u v50
;;     v52 = i64.const 16
;;     v53 = i64.shl v51, v52
;;     v54 = i64.const 12
;;     v55 = i64.add v49, v54
;;     v56 = i64.le_u v55, v53
;;     br_if v56, b7, b6 !weights 1000 1
;;   b3:
;;     jump b1
;;   b4:
;;     v7 = i32.load v0
;;     v8 = i32.const 2
;;     v9 = i32.shl v7, v8
;;     v10 = i32.add v1, v9
;;     v11 = i32.load v0
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
;;     global.set g0 v19
;;     v20 = i32.load v0
;;     v21 = i32.const 1
;;     v22 = i32.add v20, v21
;;     i32.store v0, v22
;;     v23 = i32.load v0
;;     v24 = i32.load v0 offset=4
;;     v25 = i32.lt_s v23, v24
;;     br_if v25, b4, b5
;;   b5:
;;     jump b1
;;   b6:
;;     jump b4
;;   b7:
;;     v28 = i32.const 2
;;     v34 = i32.const 2
;;     v41 = i32.const 1
;;     v57 = i32.const -1
;;     v58 = i32.add v2, v57
;;     v59 = i64.extend_i32_u v58
;;     v60 = i64.extend_i32_u v1
;;     v61 = i64.const 4
;;     v62 = i64.mul v59, v61
;;     v63 = i64.add v60, v62
;;     v64 = i64.const 4
;;     v65 = i64.add v63, v64
;;     v66 = i64.le_u v65, v53
;;     v67 = i64.const 12
;;     v68 = i64.add v49, v67
;;     v69 = i64.le_u v65, v49
;;     v70 = i64.le_u v68, v60
;;     v71 = i32.or v69, v70
;;     v72 = i32.and v66, v71
;;     br_if v72, b8(v3, v4), b6 !weights 1000 1
;;   b8(v46: i32, v47: i32):
;;     v29 = i32.shl v46, v28
;;     v30 = i32.add v1, v29
;;     i32.store v30, v46
;;     v35 = i32.shl v46, v34
;;     v36 = i32.add v1, v35
;;     v37 = i32.load v36
;;     v38 = i32.add v47, v37
;;     global.set g0 v46
;;     v42 = i32.add v46, v41
;;     v45 = i32.lt_s v42, v2
;;     br_if v45, b8(v42, v38), b9
;;   b9:
;;     i32.store v0, v42
;;     i32.store v0, v38 offset=8
;;     jump b5
;;   }
;; }
