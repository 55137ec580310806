;; Figure 1 with d in memory: the store stays in the loop.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,predictive-commoning,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(2, 3, 1) == 18
;; run: f(2, 3, -1) == 0
(module
  (memory 1)
  (func (export "f") (param $a i32) (param $b i32) (param $n i32) (result i32)
    (local $i i32) (local $s i32)
    (i32.store (i32.const 8) (i32.const 0))
    (block $out (loop $l
      (br_if $out (i32.gt_s (local.get $i) (local.get $n)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (i32.store (i32.const 8) (i32.mul (local.get $a) (local.get $b)))
      (local.set $s (i32.add (local.get $s) (i32.load (i32.const 8))))
      (br $l)))
    (i32.add (local.get $s) (i32.load (i32.const 8)))))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     v4 = i32.const 8
;;     v5 = i32.const 0
;;     i32.store v4, v5
;;     v19 = i32.gt_s v3, v2
;;     br_if v19, b1(v3), b5
;;   b1(v22: i32):
;;     v16 = i32.const 8
;;     v17 = i32.load v16
;;     v18 = i32.add v22, v17
;;     return v18
;;   b4(v20: i32, v21: i32):
;;     v8 = i32.const 1
;;     v9 = i32.add v20, v8
;;     v10 = i32.const 8
;;     i32.store v10, v11
;;     v13 = i32.const 8
;;     v14 = i32.load v13
;;     v15 = i32.add v21, v14
;;     v7 = i32.gt_s v9, v2
;;     br_if v7, b1(v15), b4(v9, v15)
;;   b5:
;;     v11 = i32.mul v0, v1
;;     jump b4(v3, v3)
;;   }
;; }
