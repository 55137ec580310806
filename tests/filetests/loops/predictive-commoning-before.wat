;; a[i] = f(a[i-1]): the stored value is passed to the next iteration in place of its load.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,predictive-commoning,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(5) == 31
(module
  (memory 1)
  (func (export "f") (param $n i32) (result i32)
    (local $i i32)
    (i32.store (i32.const 0) (i32.const 0))
    (local.set $i (i32.const 1))
    (loop $l
      (i32.store (i32.shl (local.get $i) (i32.const 2))
        (i32.add (i32.mul (i32.load (i32.shl (i32.sub (local.get $i) (i32.const 1)) (i32.const 2))) (i32.const 2)) (i32.const 1)))
      (br_if $l (i32.le_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (i32.load (i32.shl (local.get $n) (i32.const 2)))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v2 = i32.const 0
;;     v3 = i32.const 0
;;     i32.store v2, v3
;;     v4 = i32.const 1
;;     v23 = i32.const 1
;;     v24 = i32.sub v4, v23
;;     v25 = i32.const 2
;;     v26 = i32.shl v24, v25
;;     v27 = i32.load v26
;;     jump b1(v4, v27)
;;   b1(v5: i32, v28: i32):
;;     v6 = i32.const 2
;;     v7 = i32.shl v5, v6
;;     v13 = i32.const 2
;;     v14 = i32.mul v28, v13
;;     v15 = i32.const 1
;;     v16 = i32.add v14, v15
;;     i32.store v7, v16
;;     v17 = i32.const 1
;;     v18 = i32.add v5, v17
;;     v19 = i32.le_u v18, v0
;;     br_if v19, b1(v18, v16), b2
;;   b2:
;;     v20 = i32.const 2
;;     v21 = i32.shl v0, v20
;;     v22 = i32.load v21
;;     return v22
;;   }
;; }
