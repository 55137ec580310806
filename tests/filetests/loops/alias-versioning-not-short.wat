;; No alias versioning: a loop of at most three iterations, by a mask of the bound, is not worth a run-time check.
;; test: pass alias-versioning
;; run: f(64, 1024, 7) == 3
;; run: f(64, 60, 7) == 3
;; run: f(64, 44, 7) == 3
;; run: f(64, 76, 7) == 3
(module
  (memory (export "memory") 1)
  (func (export "f") (param $p i32) (param $a i32) (param $n i32) (result i32)
    (i32.store (local.get $p) (i32.const 0))
    (i32.store offset=8 (local.get $p) (i32.const 0))
    (if (i32.gt_s (local.get $n) (i32.const 0)) (then
      (loop $l
        (i32.store (i32.add (local.get $a) (i32.shl (i32.load (local.get $p)) (i32.const 2))) (i32.load (local.get $p)))
        (i32.store offset=8 (local.get $p) (i32.add (i32.load offset=8 (local.get $p)) (i32.load (i32.add (local.get $a) (i32.shl (i32.load (local.get $p)) (i32.const 2))))))
        (i32.store (local.get $p) (i32.add (i32.load (local.get $p)) (i32.const 1)))
        (br_if $l (i32.lt_s (i32.load (local.get $p)) (i32.and (local.get $n) (i32.const 3)))))))
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
;;     jump b6
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
;;     v20 = i32.const 1
;;     v21 = i32.add v19, v20
;;     i32.store v0, v21
;;     v22 = i32.load v0
;;     v23 = i32.const 3
;;     v24 = i32.and v2, v23
;;     v25 = i32.lt_s v22, v24
;;     br_if v25, b4, b5
;;   b5:
;;     jump b1
;;   b6:
;;     jump b4
;;   }
;; }
