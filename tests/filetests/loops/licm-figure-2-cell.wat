;; Two definitions of d in the loop, in memory: both stores stay, and so do the loads of what each stored.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,predictive-commoning,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(2, 3, 2) == 18
;; run: f(2, 3, 0) == 10
(module
  (memory 1)
  (func (export "f") (param $a i32) (param $b i32) (param $n i32) (result i32)
    (local $i i32) (local $s i32)
    (i32.store (i32.const 8) (i32.const 0))
    (loop $l
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (i32.store (i32.const 8) (i32.mul (local.get $a) (local.get $b)))
      (local.set $s (i32.add (local.get $s) (i32.load (i32.const 8))))
      (i32.store (i32.const 8) (i32.const 2))
      (local.set $s (i32.add (local.get $s) (i32.load (i32.const 8))))
      (br_if $l (i32.lt_s (local.get $i) (local.get $n))))
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
;;     v10 = i32.mul v0, v1
;;     jump b1(v3, v3)
;;   b1(v11: i32, v6: i32):
;;     v7 = i32.const 1
;;     v8 = i32.add v6, v7
;;     v9 = i32.const 8
;;     i32.store v9, v10
;;     v12 = i32.const 8
;;     v13 = i32.load v12
;;     v14 = i32.add v11, v13
;;     v15 = i32.const 8
;;     v16 = i32.const 2
;;     i32.store v15, v16
;;     v17 = i32.const 8
;;     v18 = i32.load v17
;;     v19 = i32.add v14, v18
;;     v20 = i32.lt_s v8, v2
;;     br_if v20, b1(v19, v8), b2
;;   b2:
;;     v21 = i32.const 8
;;     v22 = i32.load v21
;;     v23 = i32.add v19, v22
;;     return v23
;;   }
;; }
