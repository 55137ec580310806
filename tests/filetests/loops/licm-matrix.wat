;; "A very common case for this is matrix addressing": of i*4*stride + j*4, the row is computed once per row.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(3, 4) == 0
(module
  (memory 1)
  (func (export "f") (param $n i32) (param $stride i32) (result i32)
    (local $i i32) (local $j i32) (local $s i32)
    (loop $rows
      (local.set $j (i32.const 0))
      (loop $columns
        (local.set $s (i32.add (local.get $s) (i32.load offset=64
          (i32.add (i32.mul (i32.mul (local.get $i) (i32.const 4)) (local.get $stride)) (i32.mul (local.get $j) (i32.const 4))))))
        (br_if $columns (i32.lt_u (local.tee $j (i32.add (local.get $j) (i32.const 1))) (local.get $stride))))
      (br_if $rows (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     jump b1(v2, v2)
;;   b1(v18: i32, v5: i32):
;;     v3 = i32.const 0
;;     v22 = i32.const 4
;;     v7 = i32.mul v5, v22
;;     v8 = i32.mul v7, v1
;;     jump b2(v3, v18)
;;   b2(v9: i32, v4: i32):
;;     v10 = i32.const 4
;;     v11 = i32.mul v9, v10
;;     v12 = i32.add v8, v11
;;     v13 = i32.load v12 offset=64
;;     v14 = i32.add v4, v13
;;     v15 = i32.const 1
;;     v16 = i32.add v9, v15
;;     v17 = i32.lt_u v16, v1
;;     br_if v17, b2(v16, v14), b3
;;   b3:
;;     v19 = i32.const 1
;;     v20 = i32.add v5, v19
;;     v21 = i32.lt_u v20, v0
;;     br_if v21, b1(v14, v20), b4
;;   b4:
;;     return v14
;;   }
;; }
