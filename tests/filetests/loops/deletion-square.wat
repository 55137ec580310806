;; Loops are deleted whose live-out values are sums of counters (`triangle`, `weighted`, in 64 bits `long`, with a 32-bit counter
;; and a 64-bit sum `mixed`, with an invariant step `scaled`), those that need not be entered by a test (`once`, `once_falling`),
;; and both, in a loop that is left (`nested`). Each `not_` differs in one thing: a sum of squares, a step that is 2 and may
;; step over the greatest number, a product.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-deletion,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: triangle(0) == 0
;; run: triangle(1) == 0
;; run: triangle(2) == 1
;; run: triangle(9) == 36
;; run: triangle(10) == 45
;; run: triangle(1000) == 499500
;; run: triangle(-5) == 0
;; run: weighted(5) == 87
;; run: weighted(0) == 7
;; run: long(10) == 45
;; run: long(1001) == 500500
;; run: mixed(1001) == 500500
;; run: scaled(4, 10) == 106
;; run: once(0) == 3
;; run: once(1) == 3
;; run: once(9) == 27
;; run: once_falling(9) == 12
;; run: once_falling(-3) == 6
;; run: nested(5) == 20
;; run: not_linear(5) == 30
;; run: not_fixed(7) == 4
;; run: not_sum(6) == 120
(module
  (memory (export "m") 1)
  (func (export "triangle") (param $n i32) (result i32) (local $i i32) (local $p i32)
    (block $out (loop $l
      (br_if $out (i32.ge_s (local.get $i) (local.get $n)))
      (local.set $p (i32.add (local.get $p) (local.get $i)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $l)))
    (local.get $p))
  (func (export "weighted") (param $n i32) (result i32) (local $i i32) (local $p i32)
    (local.set $p (i32.const 7))
    (block $out (loop $l
      (br_if $out (i32.ge_u (local.get $i) (local.get $n)))
      (local.set $p (i32.add (local.get $p) (i32.sub (i32.mul (local.get $i) (i32.const 8)) (i32.const 1))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $l)))
    (i32.add (local.get $p) (local.get $i)))
  (func (export "long") (param $n i64) (result i64) (local $i i64) (local $p i64)
    (block $out (loop $l
      (br_if $out (i64.ge_s (local.get $i) (local.get $n)))
      (local.set $p (i64.add (local.get $p) (local.get $i)))
      (local.set $i (i64.add (local.get $i) (i64.const 1)))
      (br $l)))
    (local.get $p))
  (func (export "mixed") (param $n i32) (result i64) (local $i i32) (local $j i64) (local $p i64)
    (block $out (loop $l
      (br_if $out (i32.ge_u (local.get $i) (local.get $n)))
      (local.set $p (i64.add (local.get $p) (local.get $j)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (local.set $j (i64.add (local.get $j) (i64.const 1)))
      (br $l)))
    (local.get $p))
  (func (export "scaled") (param $n i32) (param $by i32) (result i32) (local $i i32) (local $p i32)
    (block $out (loop $l
      (br_if $out (i32.ge_u (local.get $i) (local.get $n)))
      (local.set $p (i32.add (local.get $p) (i32.add (local.get $i) (i32.shl (local.get $by) (i32.const 1)))))
      (local.set $p (i32.add (local.get $p) (local.get $by)))
      (local.set $p (i32.sub (local.get $p) (i32.const 5)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $l)))
    (local.get $p))
  (func (export "once") (param $n i32) (result i32) (local $i i32) (local $p i32)
    (loop $l
      (local.set $p (i32.add (local.get $p) (i32.const 3)))
      (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $p))
  (func (export "once_falling") (param $n i32) (result i32) (local $i i32) (local $p i32)
    (local.set $i (local.get $n))
    (loop $l
      (local.set $p (i32.add (local.get $p) (i32.const 6)))
      (br_if $l (i32.gt_s (local.tee $i (i32.sub (local.get $i) (i32.const 1))) (i32.const 7))))
    (local.get $p))
  (func (export "nested") (param $n i32) (result i32) (local $i i32) (local $j i32) (local $p i32)
    (loop $outer
      (local.set $i (i32.const 0))
      (loop $l
        (local.set $p (i32.add (local.get $p) (local.get $i)))
        (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $j))))
      (i32.store (i32.const 4) (local.get $p))
      (br_if $outer (i32.le_u (local.tee $j (i32.add (local.get $j) (i32.const 1))) (local.get $n))))
    (local.get $p))
  (func (export "not_linear") (param $n i32) (result i32) (local $i i32) (local $p i32)
    (block $out (loop $l
      (br_if $out (i32.ge_u (local.get $i) (local.get $n)))
      (local.set $p (i32.add (local.get $p) (i32.mul (local.get $i) (local.get $i))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $l)))
    (local.get $p))
  ;; It may step over the greatest number, and never end.
  (func (export "not_fixed") (param $n i32) (result i32) (local $i i32) (local $p i32)
    (loop $l
      (local.set $p (i32.add (local.get $p) (i32.const 1)))
      (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 2))) (local.get $n))))
    (local.get $p))
  (func (export "not_sum") (param $n i32) (result i32) (local $i i32) (local $p i32)
    (local.set $p (i32.const 1))
    (local.set $i (i32.const 1))
    (block $out (loop $l
      (br_if $out (i32.ge_u (local.get $i) (local.get $n)))
      (local.set $p (i32.mul (local.get $p) (local.get $i)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $l)))
    (local.get $p)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   ty1 = func (i64) -> (i64)
;;   ty2 = func (i32) -> (i64)
;;   ty3 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "m" m0
;;   export "triangle" f0
;;   export "weighted" f1
;;   export "long" f2
;;   export "mixed" f3
;;   export "scaled" f4
;;   export "once" f5
;;   export "once_falling" f6
;;   export "nested" f7
;;   export "not_linear" f8
;;   export "not_fixed" f9
;;   export "not_sum" f10
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v21 = i32.const 0
;;     v1 = i32.const 0
;;     v8 = i32.le_s v0, v1
;;     br_if v8, b1, b5
;;   b1:
;;     return v21
;;   b5:
;;     v12 = i32.const -1
;;     v13 = i32.add v0, v12
;;     v14 = i32.const 1
;;     v15 = i32.shr_u v13, v14
;;     v20 = i32.const -2
;;     v16 = i32.add v0, v20
;;     v17 = i32.or v16, v14
;;     v18 = i32.mul v15, v17
;;     v19 = i32.add v13, v18
;;     return v19
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v2 = i32.const 7
;;     br_if v0, b5, b1(v2, v1)
;;   b1(v19: i32, v20: i32):
;;     v13 = i32.add v19, v20
;;     return v13
;;   b5:
;;     v21 = i32.const -1
;;     v22 = i32.add v0, v21
;;     v23 = i32.const 1
;;     v24 = i32.shr_u v22, v23
;;     v35 = i32.const -2
;;     v25 = i32.add v0, v35
;;     v26 = i32.or v25, v23
;;     v27 = i32.mul v24, v26
;;     v29 = i32.mul v22, v2
;;     v30 = i32.const 3
;;     v31 = i32.shl v27, v30
;;     v32 = i32.add v29, v31
;;     v33 = i32.const 6
;;     v34 = i32.add v32, v33
;;     jump b1(v34, v0)
;;   }
;;   func f2 : ty1 {
;;   b0(v0: i64):
;;     v21 = i64.const 0
;;     v1 = i64.const 0
;;     v8 = i64.le_s v0, v1
;;     br_if v8, b1, b5
;;   b1:
;;     return v21
;;   b5:
;;     v12 = i64.const -1
;;     v13 = i64.add v0, v12
;;     v14 = i64.const 1
;;     v15 = i64.shr_u v13, v14
;;     v20 = i64.const -2
;;     v16 = i64.add v0, v20
;;     v17 = i64.or v16, v14
;;     v18 = i64.mul v15, v17
;;     v19 = i64.add v13, v18
;;     return v19
;;   }
;;   func f3 : ty2 {
;;   b0(v0: i32):
;;     v27 = i64.const 0
;;     br_if v0, b5, b1
;;   b1:
;;     return v27
;;   b5:
;;     v17 = i32.const -1
;;     v18 = i32.add v0, v17
;;     v19 = i64.extend_i32_u v18
;;     v20 = i64.const 1
;;     v21 = i64.shr_u v19, v20
;;     v26 = i64.const -1
;;     v22 = i64.add v19, v26
;;     v23 = i64.or v22, v20
;;     v24 = i64.mul v21, v23
;;     v25 = i64.add v19, v24
;;     return v25
;;   }
;;   func f4 : ty3 {
;;   b0(v0: i32, v1: i32):
;;     v39 = i32.const 0
;;     br_if v0, b5, b1
;;   b1:
;;     return v39
;;   b5:
;;     v20 = i32.const 1
;;     v7 = i32.shl v1, v20
;;     v21 = i32.const -1
;;     v22 = i32.add v0, v21
;;     v24 = i32.shr_u v22, v20
;;     v38 = i32.const -2
;;     v25 = i32.add v0, v38
;;     v26 = i32.or v25, v20
;;     v27 = i32.mul v24, v26
;;     v28 = i32.add v1, v7
;;     v29 = i32.const -4
;;     v30 = i32.add v28, v29
;;     v31 = i32.mul v30, v22
;;     v32 = i32.const 3
;;     v33 = i32.mul v1, v32
;;     v34 = i32.add v33, v27
;;     v35 = i32.add v34, v31
;;     v36 = i32.const -5
;;     v37 = i32.add v35, v36
;;     return v37
;;   }
;;   func f5 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v9 = i32.const -1
;;     v10 = i32.add v0, v9
;;     v14 = select v10, v1, v0
;;     v15 = i32.const 3
;;     v16 = i32.mul v14, v15
;;     v18 = i32.add v16, v15
;;     return v18
;;   }
;;   func f6 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v11 = i32.const -8
;;     v12 = i32.add v0, v11
;;     v13 = i32.const -2147483648
;;     v14 = i32.sub v13, v0
;;     v15 = i32.const 2147483640
;;     v16 = i32.le_u v14, v15
;;     v18 = select v12, v1, v16
;;     v19 = i32.const 6
;;     v20 = i32.mul v18, v19
;;     v22 = i32.add v20, v19
;;     return v22
;;   }
;;   func f7 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b1(v1, v1)
;;   b1(v10: i32, v8: i32):
;;     v15 = i32.const -1
;;     v16 = i32.add v8, v15
;;     v17 = i32.const 1
;;     v20 = select v16, v1, v8
;;     v22 = i32.shr_u v20, v17
;;     v23 = i32.add v20, v15
;;     v24 = i32.or v23, v17
;;     v25 = i32.mul v22, v24
;;     v26 = i32.add v10, v20
;;     v27 = i32.add v26, v25
;;     v11 = i32.const 4
;;     i32.store v11, v27
;;     v13 = i32.add v8, v17
;;     v14 = i32.le_u v13, v0
;;     br_if v14, b1(v27, v13), b4
;;   b4:
;;     return v27
;;   }
;;   func f8 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     br_if v0, b4(v1, v1), b1(v1)
;;   b1(v12: i32):
;;     return v12
;;   b4(v10: i32, v11: i32):
;;     v5 = i32.mul v10, v10
;;     v6 = i32.add v11, v5
;;     v7 = i32.const 1
;;     v8 = i32.add v10, v7
;;     v3 = i32.ge_u v8, v0
;;     br_if v3, b1(v6), b4(v8, v6)
;;   }
;;   func f9 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b1(v1, v1)
;;   b1(v5: i32, v2: i32):
;;     v3 = i32.const 1
;;     v4 = i32.add v2, v3
;;     v6 = i32.const 2
;;     v7 = i32.add v5, v6
;;     v8 = i32.lt_u v7, v0
;;     br_if v8, b1(v7, v4), b2
;;   b2:
;;     return v4
;;   }
;;   func f10 : ty0 {
;;   b0(v0: i32):
;;     v2 = i32.const 1
;;     v10 = i32.le_u v0, v2
;;     br_if v10, b1(v2), b4(v2, v2)
;;   b1(v13: i32):
;;     return v13
;;   b4(v11: i32, v12: i32):
;;     v7 = i32.mul v11, v12
;;     v9 = i32.add v12, v2
;;     v5 = i32.ge_u v9, v0
;;     br_if v5, b1(v7), b4(v7, v9)
;;   }
;; }
