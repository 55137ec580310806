;; No alias versioning of a 64-bit memory, whose addresses may wrap.
;; test: pass alias-versioning
;; run: f(64, 1024, 5) == 10
;; run: f(64, 60, 5) == 3
(module
  (memory (export "memory") i64 1)
  (func (export "f") (param $p i32) (param $a i32) (param $n i32) (result i32)
    (i32.store (i64.extend_i32_u (local.get $p)) (i32.const 0))
    (i32.store offset=4 (i64.extend_i32_u (local.get $p)) (local.get $n))
    (i32.store offset=8 (i64.extend_i32_u (local.get $p)) (i32.const 0))
    (if (i32.gt_s (local.get $n) (i32.const 0)) (then
      (loop $l
        (i32.store (i64.add (i64.extend_i32_u (local.get $a)) (i64.shl (i64.load32_u (i64.extend_i32_u (local.get $p))) (i64.const 2))) (i32.load (i64.extend_i32_u (local.get $p))))
        (i32.store offset=8 (i64.extend_i32_u (local.get $p)) (i32.add (i32.load offset=8 (i64.extend_i32_u (local.get $p))) (i32.load (i64.add (i64.extend_i32_u (local.get $a)) (i64.shl (i64.load32_u (i64.extend_i32_u (local.get $p))) (i64.const 2))))))
        (i32.store (i64.extend_i32_u (local.get $p)) (i32.add (i32.load (i64.extend_i32_u (local.get $p))) (i32.const 1)))
        (br_if $l (i32.lt_s (i32.load (i64.extend_i32_u (local.get $p))) (i32.load offset=4 (i64.extend_i32_u (local.get $p))))))))
    (i32.load offset=8 (i64.extend_i32_u (local.get $p)))))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i64 1..
;;   export "memory" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i64.extend_i32_u v0
;;     v4 = i32.const 0
;;     i32.store v3, v4
;;     v5 = i64.extend_i32_u v0
;;     i32.store v5, v2 offset=4
;;     v6 = i64.extend_i32_u v0
;;     v7 = i32.const 0
;;     i32.store v6, v7 offset=8
;;     v8 = i32.const 0
;;     v9 = i32.gt_s v2, v8
;;     br_if v9, b2, b3
;;   b1:
;;     v39 = i64.extend_i32_u v0
;;     v40 = i32.load v39 offset=8
;;     return v40
;;   b2:
;;     jump b4
;;   b3:
;;     jump b1
;;   b4:
;;     v10 = i64.extend_i32_u v1
;;     v11 = i64.extend_i32_u v0
;;     v12 = i64.load32_u v11
;;     v13 = i64.const 2
;;     v14 = i64.shl v12, v13
;;     v15 = i64.add v10, v14
;;     v16 = i64.extend_i32_u v0
;;     v17 = i32.load v16
;;     i32.store v15, v17
;;     v18 = i64.extend_i32_u v0
;;     v19 = i64.extend_i32_u v0
;;     v20 = i32.load v19 offset=8
;;     v21 = i64.extend_i32_u v1
;;     v22 = i64.extend_i32_u v0
;;     v23 = i64.load32_u v22
;;     v24 = i64.const 2
;;     v25 = i64.shl v23, v24
;;     v26 = i64.add v21, v25
;;     v27 = i32.load v26
;;     v28 = i32.add v20, v27
;;     i32.store v18, v28 offset=8
;;     v29 = i64.extend_i32_u v0
;;     v30 = i64.extend_i32_u v0
;;     v31 = i32.load v30
;;     v32 = i32.const 1
;;     v33 = i32.add v31, v32
;;     i32.store v29, v33
;;     v34 = i64.extend_i32_u v0
;;     v35 = i32.load v34
;;     v36 = i64.extend_i32_u v0
;;     v37 = i32.load v36 offset=4
;;     v38 = i32.lt_s v35, v37
;;     br_if v38, b4, b5
;;   b5:
;;     jump b1
;;   }
;; }
