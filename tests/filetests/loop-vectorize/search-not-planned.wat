;; A search with a conditional, in a loop, that cannot be vectorized, since it divides, is left alone.
;; test: pass loop-vectorize
;; features: simd
;; run: f(3, 8) == 12
(module
  (memory 1 1)
  (func (export "f") (param $n i32) (param $d i32) (result i32)
    (local $s i32) (local $i i32) (local $k i32)
    (if (i32.or (i32.gt_u (local.get $n) (i32.const 99)) (i32.eqz (local.get $d))) (then (return (i32.const 0))))
    (loop $outer
      (local.set $i (i32.const 0))
      (block $found (loop $inner
        (br_if $found (i32.gt_u (i32.load8_u (i32.and (local.get $i) (i32.const 255))) (i32.div_u (local.get $n) (local.get $d))))
        (if (i32.and (local.get $i) (i32.const 1)) (then (local.set $s (i32.add (local.get $s) (i32.const 1)))))
        (br_if $inner (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 8)))))
      (br_if $outer (i32.lt_u (local.tee $k (i32.add (local.get $k) (i32.const 1))) (local.get $n))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..1
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v3 = i32.const 99
;;     v4 = i32.gt_u v0, v3
;;     v5 = i32.eqz v1
;;     v6 = i32.or v4, v5
;;     br_if v6, b2, b3
;;   b1:
;;     jump b4(v2, v2)
;;   b2:
;;     v7 = i32.const 0
;;     return v7
;;   b3:
;;     jump b1
;;   b4(v26: i32, v24: i32):
;;     v8 = i32.const 0
;;     jump b6(v24, v8)
;;   b5(v30: i32):
;;     v27 = i32.const 1
;;     v28 = i32.add v26, v27
;;     v29 = i32.lt_u v28, v0
;;     br_if v29, b4(v28, v30), b12
;;   b6(v17: i32, v9: i32):
;;     v10 = i32.const 255
;;     v11 = i32.and v9, v10
;;     v12 = i32.load8_u v11
;;     v13 = i32.div_u v0, v1
;;     v14 = i32.gt_u v12, v13
;;     br_if v14, b13, b7
;;   b7:
;;     v15 = i32.const 1
;;     v16 = i32.and v9, v15
;;     br_if v16, b9, b10
;;   b8(v25: i32):
;;     v20 = i32.const 1
;;     v21 = i32.add v9, v20
;;     v22 = i32.const 8
;;     v23 = i32.lt_u v21, v22
;;     br_if v23, b6(v25, v21), b11
;;   b9:
;;     v18 = i32.const 1
;;     v19 = i32.add v17, v18
;;     jump b8(v19)
;;   b10:
;;     jump b8(v17)
;;   b11:
;;     jump b5(v25)
;;   b12:
;;     return v30
;;   b13:
;;     jump b5(v17)
;;   }
;; }
