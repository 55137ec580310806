;; c[i][j] += a[i][k] * b[k][j] over k: the sum is passed between iterations of the inner loop. The store stays.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,predictive-commoning,ssa-cleanup,branch-facts,simplify-cfg,ssa-cleanup,dce
;; run: f(2) == 0
(module
  (memory 1)
  (func (export "f") (param $n i32) (result f64)
    (local $j i32) (local $k i32)
    (block $o (loop $l
      (br_if $o (i32.ge_s (local.get $j) (local.get $n)))
      (local.set $k (i32.const 0))
      (block $p (loop $m
        (br_if $p (i32.ge_s (local.get $k) (local.get $n)))
        (f64.store offset=1024 (i32.shl (local.get $j) (i32.const 3)) (f64.add
          (f64.load offset=1024 (i32.shl (local.get $j) (i32.const 3)))
          (f64.mul (f64.load offset=2048 (i32.shl (local.get $k) (i32.const 3)))
            (f64.load offset=3072 (i32.add (i32.shl (local.get $j) (i32.const 3)) (i32.shl (local.get $k) (i32.const 6)))))))
        (local.set $k (i32.add (local.get $k) (i32.const 1)))
        (br $m)))
      (local.set $j (i32.add (local.get $j) (i32.const 1)))
      (br $l)))
    (f64.load (i32.const 1024))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (f64)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v30 = i32.ge_s v1, v0
;;     br_if v30, b1, b8(v1)
;;   b1:
;;     v27 = i32.const 1024
;;     v28 = f64.load v27
;;     return v28
;;   b4:
;;     v25 = i32.const 1
;;     v26 = i32.add v34, v25
;;     v3 = i32.ge_s v26, v0
;;     br_if v3, b1, b8(v26)
;;   b7(v32: i32, v40: f64):
;;     v12 = i32.const 3
;;     v13 = i32.shl v32, v12
;;     v14 = f64.load v13 offset=2048
;;     v17 = i32.const 6
;;     v18 = i32.shl v32, v17
;;     v19 = i32.add v16, v18
;;     v20 = f64.load v19 offset=3072
;;     v21 = f64.mul v14, v20
;;     v22 = f64.add v40, v21
;;     f64.store v8, v22 offset=1024
;;     v23 = i32.const 1
;;     v24 = i32.add v32, v23
;;     v6 = i32.ge_s v24, v0
;;     br_if v6, b4, b7(v24, v22)
;;   b8(v34: i32):
;;     v4 = i32.const 0
;;     v35 = i32.const 3
;;     v8 = i32.shl v34, v35
;;     v36 = i32.const 3
;;     v10 = i32.shl v34, v36
;;     v37 = i32.const 3
;;     v16 = i32.shl v34, v37
;;     v39 = f64.load v10 offset=1024
;;     jump b7(v4, v39)
;;   }
;; }
