;; Scalar promotion: not if the accesses before the loop reach less far, if the first access in the loop is the proof,
;; or if they are only on some ways.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,scalar-promotion,ssa-cleanup,dce
;; run: less(16, 3) == 6
;; run: less(65532, 3) == trap
;; run: first(16, 3) == 6
;; run: first(65534, 3) == trap
;; run: ways(16, 3) == 6
(module
  (memory (export "m") 1)
  (func (export "less") (param $p i32) (param $n i32) (result i32)
    (i32.store (local.get $p) (i32.const 4))
    (loop $l
      (i32.store offset=4 (local.get $p) (i32.add (i32.load offset=4 (local.get $p)) (local.get $n)))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (i32.load offset=4 (local.get $p)))
  (func (export "first") (param $p i32) (param $n i32) (result i32)
    (loop $l
      (i32.store (i32.const 64) (local.get $n))
      (i32.store (local.get $p) (i32.add (i32.load (local.get $p)) (local.get $n)))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (i32.load (local.get $p)))
  (func (export "ways") (param $p i32) (param $n i32) (result i32)
    (if (i32.gt_u (local.get $n) (i32.const 100)) (then (i32.store (local.get $p) (i32.const 4))))
    (loop $l
      (i32.store (local.get $p) (i32.add (i32.load (local.get $p)) (local.get $n)))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (i32.load (local.get $p))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "m" m0
;;   export "less" f0
;;   export "first" f1
;;   export "ways" f2
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 4
;;     i32.store v0, v2
;;     jump b1(v1)
;;   b1(v4: i32):
;;     v3 = i32.load v0 offset=4
;;     v5 = i32.add v3, v4
;;     i32.store v0, v5 offset=4
;;     v6 = i32.const 1
;;     v7 = i32.sub v4, v6
;;     br_if v7, b1(v7), b2
;;   b2:
;;     v8 = i32.load v0 offset=4
;;     return v8
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     jump b1(v1)
;;   b1(v3: i32):
;;     v2 = i32.const 64
;;     i32.store v2, v3
;;     v4 = i32.load v0
;;     v5 = i32.add v4, v3
;;     i32.store v0, v5
;;     v6 = i32.const 1
;;     v7 = i32.sub v3, v6
;;     br_if v7, b1(v7), b2
;;   b2:
;;     v8 = i32.load v0
;;     return v8
;;   }
;;   func f2 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 100
;;     v3 = i32.gt_u v1, v2
;;     br_if v3, b2, b3
;;   b1:
;;     jump b4(v1)
;;   b2:
;;     v4 = i32.const 4
;;     i32.store v0, v4
;;     jump b1
;;   b3:
;;     jump b1
;;   b4(v6: i32):
;;     v5 = i32.load v0
;;     v7 = i32.add v5, v6
;;     i32.store v0, v7
;;     v8 = i32.const 1
;;     v9 = i32.sub v6, v8
;;     br_if v9, b4(v9), b5
;;   b5:
;;     v10 = i32.load v0
;;     return v10
;;   }
;; }
