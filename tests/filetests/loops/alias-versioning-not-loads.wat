;; No alias versioning: locations that are only loaded are left to other passes.
;; test: pass alias-versioning
;; run: f(64, 1024, 5) == 0
;; run: f(64, 60, 5) == 0
;; run: f(64, 44, 5) == 0
;; run: f(64, 76, 5) == 0
(module
  (memory (export "memory") 1)
  (func (export "f") (param $p i32) (param $a i32) (param $n i32) (result i32)
    (local $i i32)
    (i32.store (local.get $p) (i32.const 0))
    (i32.store offset=4 (local.get $p) (local.get $n))
    (i32.store offset=8 (local.get $p) (i32.const 0))
    (if (i32.gt_s (local.get $n) (i32.const 0)) (then
      (loop $l
        (i32.store (i32.add (local.get $a) (i32.shl (local.get $i) (i32.const 2))) (i32.load offset=8 (local.get $p)))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br_if $l (i32.lt_s (local.get $i) (i32.load offset=4 (local.get $p)))))))
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
;;     v4 = i32.const 0
;;     i32.store v0, v4
;;     i32.store v0, v2 offset=4
;;     v5 = i32.const 0
;;     i32.store v0, v5 offset=8
;;     v6 = i32.const 0
;;     v7 = i32.gt_s v2, v6
;;     br_if v7, b2, b3
;;   b1:
;;     v17 = i32.load v0 offset=8
;;     return v17
;;   b2:
;;     jump b4(v3)
;;   b3:
;;     jump b1
;;   b4(v8: i32):
;;     v9 = i32.const 2
;;     v10 = i32.shl v8, v9
;;     v11 = i32.add v1, v10
;;     v12 = i32.load v0 offset=8
;;     i32.store v11, v12
;;     v13 = i32.const 1
;;     v14 = i32.add v8, v13
;;     v15 = i32.load v0 offset=4
;;     v16 = i32.lt_s v14, v15
;;     br_if v16, b4(v14), b5
;;   b5:
;;     jump b1
;;   }
;; }
