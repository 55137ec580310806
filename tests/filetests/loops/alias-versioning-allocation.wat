;; Alias versioning: each iteration of the copy allocates an object of its own.
;; test: pass alias-versioning
;; run: f(64, 1024, 20) == 20
(module
  (type $box (struct (field (mut i32))))
  (memory (export "memory") 1)
  (global $last (mut (ref null $box)) (ref.null $box))
  (global $new (mut i32) (i32.const 0))
  (func (export "f") (param $p i32) (param $a i32) (param $n i32) (result i32) (local $b (ref $box))
    (i32.store (local.get $p) (i32.const 0))
    (i32.store offset=4 (local.get $p) (local.get $n))
    (i32.store offset=8 (local.get $p) (i32.const 0))
    (if (i32.gt_s (local.get $n) (i32.const 0)) (then
      (loop $l
        (i32.store (i32.add (local.get $a) (i32.shl (i32.load (local.get $p)) (i32.const 2))) (i32.load (local.get $p)))
        (i32.store offset=8 (local.get $p) (i32.add (i32.load offset=8 (local.get $p)) (i32.load (i32.add (local.get $a) (i32.shl (i32.load (local.get $p)) (i32.const 2))))))
        (local.set $b (struct.new $box (i32.const 1)))
        (global.set $new (i32.add (global.get $new) (i32.eqz (ref.eq (local.get $b) (global.get $last)))))
        (global.set $last (local.get $b))
        (i32.store (local.get $p) (i32.add (i32.load (local.get $p)) (i32.const 1)))
        (br_if $l (i32.lt_s (i32.load (local.get $p)) (i32.load offset=4 (local.get $p)))))))
    (global.get $new)))

;; expect:
;; module {
;;   ty0 "box" = struct (mut i32)
;;   ty1 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   global g0 : mut (ref null ty0) "last" = ref.null ty0
;;   global g1 : mut i32 "new" = i32.const 0
;;   export "memory" m0
;;   export "f" f0
;;   func f0 : ty1 {
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
;;     v32 = global.get g1
;;     return v32
;;   b2:
;;     v60 = i32.const 0
;;     v61 = i64.extend_i32_u v0
;;     v62 = memory.size m0
;;     v63 = i64.extend_i32_u v62
;;     v64 = i64.const 16
;;     v65 = i64.shl v63, v64
;;     v66 = i64.const 12
;;     v67 = i64.add v61, v66
;;     v68 = i64.le_u v67, v65
;;     br_if v68, b7, b6 !weights 1000 1
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
;;     v19 = i32.const 1
;;     v20 = struct.new ty0 v19
;;     v21 = global.get g1
;;     v22 = global.get g0
;;     v23 = ref.eq v20, v22
;;     v24 = i32.eqz v23
;;     v25 = i32.add v21, v24
;;     global.set g1 v25
;;     global.set g0 v20
;;     v26 = i32.load v0
;;     v27 = i32.const 1
;;     v28 = i32.add v26, v27
;;     i32.store v0, v28
;;     v29 = i32.load v0
;;     v30 = i32.load v0 offset=4
;;     v31 = i32.lt_s v29, v30
;;     br_if v31, b4, b5
;;   b5:
;;     jump b1
;;   b6:
;;     jump b4
;;   b7:
;;     v34 = i32.const 2
;;     v40 = i32.const 2
;;     v45 = i32.const 1
;;     v53 = i32.const 1
;;     v69 = i32.const -1
;;     v70 = i32.add v2, v69
;;     v71 = i64.extend_i32_u v70
;;     v72 = i64.extend_i32_u v1
;;     v73 = i64.const 4
;;     v74 = i64.mul v71, v73
;;     v75 = i64.add v72, v74
;;     v76 = i64.const 4
;;     v77 = i64.add v75, v76
;;     v78 = i64.le_u v77, v65
;;     v79 = i64.const 12
;;     v80 = i64.add v61, v79
;;     v81 = i64.le_u v77, v61
;;     v82 = i64.le_u v80, v72
;;     v83 = i32.or v81, v82
;;     v84 = i32.and v78, v83
;;     br_if v84, b8(v3, v4), b6 !weights 1000 1
;;   b8(v58: i32, v59: i32):
;;     v35 = i32.shl v58, v34
;;     v36 = i32.add v1, v35
;;     i32.store v36, v58
;;     v41 = i32.shl v58, v40
;;     v42 = i32.add v1, v41
;;     v43 = i32.load v42
;;     v44 = i32.add v59, v43
;;     v46 = struct.new ty0 v45
;;     v47 = global.get g1
;;     v48 = global.get g0
;;     v49 = ref.eq v46, v48
;;     v50 = i32.eqz v49
;;     v51 = i32.add v47, v50
;;     global.set g1 v51
;;     global.set g0 v46
;;     v54 = i32.add v58, v53
;;     v57 = i32.lt_s v54, v2
;;     br_if v57, b8(v54, v44), b9
;;   b9:
;;     i32.store v0, v54
;;     i32.store v0, v44 offset=8
;;     jump b5
;;   }
;; }
