;; A conditional load stays if the access ahead of the loop covers one byte less, or is not on all paths.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: shorter(65524, 1) == 0
;; run: shorter(65524, 2) == trap
;; run: some-ways(65536, 1, 0) == 0
;; run: some-ways(65536, 2, 0) == trap
(module
  (memory 1)
  (func (export "shorter") (param $p i32) (param $n i32) (result i32)
    (local $s i32)
    (local.set $s (i32.load offset=8 (local.get $p)))
    (loop $l
      (if (i32.gt_s (local.get $n) (i32.const 1)) (then
        (local.set $s (i32.add (local.get $s) (i32.load offset=9 (local.get $p))))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s))
  (func (export "some-ways") (param $p i32) (param $n i32) (param $c i32) (result i32)
    (local $s i32)
    (if (local.get $c) (then (local.set $s (i32.load (local.get $p)))))
    (loop $l
      (if (i32.gt_s (local.get $n) (i32.const 1)) (then
        (local.set $s (i32.add (local.get $s) (i32.load (local.get $p))))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   ty1 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "shorter" f0
;;   export "some-ways" f1
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v3 = i32.load v0 offset=8
;;     jump b1(v3, v1)
;;   b1(v7: i32, v4: i32):
;;     v5 = i32.const 1
;;     v6 = i32.gt_s v4, v5
;;     br_if v6, b3, b2(v7)
;;   b2(v12: i32):
;;     v10 = i32.const 1
;;     v11 = i32.sub v4, v10
;;     br_if v11, b1(v12, v11), b5
;;   b3:
;;     v8 = i32.load v0 offset=9
;;     v9 = i32.add v7, v8
;;     jump b2(v9)
;;   b5:
;;     return v12
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     br_if v2, b2, b1(v3)
;;   b1(v13: i32):
;;     jump b4(v13, v1)
;;   b2:
;;     v4 = i32.load v0
;;     jump b1(v4)
;;   b4(v8: i32, v5: i32):
;;     v6 = i32.const 1
;;     v7 = i32.gt_s v5, v6
;;     br_if v7, b6, b5(v8)
;;   b5(v14: i32):
;;     v11 = i32.const 1
;;     v12 = i32.sub v5, v11
;;     br_if v12, b4(v14, v12), b8
;;   b6:
;;     v9 = i32.load v0
;;     v10 = i32.add v8, v9
;;     jump b5(v10)
;;   b8:
;;     return v14
;;   }
;; }
