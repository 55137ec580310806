;; No alias versioning: a second exit passes a value of the loop.
;; test: pass alias-versioning
;; run: f(64, 1024, 5) == 12
;; run: f(64, 60, 5) == 6
;; run: f(64, 44, 5) == 12
;; run: f(64, 76, 5) == 12
(module
  (memory (export "memory") 1)
  (func (export "f") (param $p i32) (param $a i32) (param $n i32) (result i32)
    (local $x i32)
    (i32.store (local.get $p) (i32.const 0))
    (i32.store offset=4 (local.get $p) (local.get $n))
    (i32.store offset=8 (local.get $p) (i32.const 0))
    (block $out (if (i32.gt_s (local.get $n) (i32.const 0)) (then
      (loop $l
        (local.set $x (i32.mul (i32.load (local.get $p)) (i32.const 3)))
        (br_if $out (i32.eq (i32.load (local.get $p)) (i32.const 77)) )
        (i32.store (i32.add (local.get $a) (i32.shl (i32.load (local.get $p)) (i32.const 2))) (i32.load (local.get $p)))
        (i32.store offset=8 (local.get $p) (i32.add (i32.load offset=8 (local.get $p)) (i32.load (i32.add (local.get $a) (i32.shl (i32.load (local.get $p)) (i32.const 2))))))
        (i32.store (local.get $p) (i32.add (i32.load (local.get $p)) (i32.const 1)))
        (br_if $l (i32.lt_s (i32.load (local.get $p)) (i32.load offset=4 (local.get $p)))))))) (local.get $x)))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "memory" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     v4 = i32.const 0
;;     i32.store v0, v4
;;     i32.store v0, v2 offset=4
;;     v5 = i32.const 0
;;     i32.store v0, v5 offset=8
;;     v6 = i32.const 0
;;     v7 = i32.gt_s v2, v6
;;     br_if v7, b3, b4
;;   b1(v32: i32):
;;     return v32
;;   b2(v33: i32):
;;     jump b1(v33)
;;   b3:
;;     jump b5
;;   b4:
;;     jump b2(v3)
;;   b5:
;;     v8 = i32.load v0
;;     v9 = i32.const 3
;;     v10 = i32.mul v8, v9
;;     v11 = i32.load v0
;;     v12 = i32.const 77
;;     v13 = i32.eq v11, v12
;;     br_if v13, b8, b6
;;   b6:
;;     v14 = i32.load v0
;;     v15 = i32.const 2
;;     v16 = i32.shl v14, v15
;;     v17 = i32.add v1, v16
;;     v18 = i32.load v0
;;     i32.store v17, v18
;;     v19 = i32.load v0 offset=8
;;     v20 = i32.load v0
;;     v21 = i32.const 2
;;     v22 = i32.shl v20, v21
;;     v23 = i32.add v1, v22
;;     v24 = i32.load v23
;;     v25 = i32.add v19, v24
;;     i32.store v0, v25 offset=8
;;     v26 = i32.load v0
;;     v27 = i32.const 1
;;     v28 = i32.add v26, v27
;;     i32.store v0, v28
;;     v29 = i32.load v0
;;     v30 = i32.load v0 offset=4
;;     v31 = i32.lt_s v29, v30
;;     br_if v31, b5, b7
;;   b7:
;;     jump b2(v10)
;;   b8:
;;     jump b1(v10)
;;   }
;; }
