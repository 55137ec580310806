;; A column walk, a[k*n + j]: the product with the invariant n becomes an addition of it.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,strength-reduction,ssa-cleanup,dce
;; run: f(4096, 5, 2) == 0
(module
  (memory 1)
  (func (export "f") (param $a i32) (param $n i32) (param $j i32) (result i32)
    (local $k i32) (local $s i32)
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.load
        (i32.add (local.get $a) (i32.shl (i32.add (i32.mul (local.get $k) (local.get $n)) (local.get $j)) (i32.const 2))))))
      (br_if $l (i32.lt_s (local.tee $k (i32.add (local.get $k) (i32.const 1))) (local.get $n))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     v16 = i32.mul v3, v1
;;     v17 = i32.add v16, v2
;;     v18 = i32.const 2
;;     v19 = i32.shl v17, v18
;;     v20 = i32.add v0, v19
;;     v21 = i32.const 4
;;     v22 = i32.mul v1, v21
;;     jump b1(v3, v3, v20)
;;   b1(v5: i32, v4: i32, v23: i32):
;;     v11 = i32.load v23
;;     v12 = i32.add v4, v11
;;     v13 = i32.const 1
;;     v14 = i32.add v5, v13
;;     v15 = i32.lt_s v14, v1
;;     v24 = i32.add v23, v22
;;     br_if v15, b1(v14, v12, v24), b2
;;   b2:
;;     return v12
;;   }
;; }
