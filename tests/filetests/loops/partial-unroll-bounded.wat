;; Partial unrolling: a declared maximum bounds the memory, so its size is not tested. Rows are 4000 bytes apart,
;; and the store of one row stays before the load of the next.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,partial-unroll,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(8, 100) == 107
;; run: f(8, 20) == 27
;; run: f(8, 3) == 10
;; run: f(8, 1) == 8
;; run: f(0xfffffff0, 9) == trap
(module
  (memory 8 8)
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (i32.store (local.get $p) (i32.const 8))
    (loop $l
      (i32.store offset=4000 (local.get $p) (i32.add (i32.load (local.get $p)) (i32.const 1)))
      (local.set $p (i32.add (local.get $p) (i32.const 4000)))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (i32.sub (i32.load (local.get $p)) (i32.const 1))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 8..8
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 8
;;     i32.store v0, v2
;;     v53 = i32.const 5
;;     v54 = i32.ge_u v1, v53
;;     br_if v54, b9, b1(v1, v0)
;;   b1(v9: i32, v3: i32):
;;     v4 = i32.load v3
;;     v5 = i32.const 1
;;     v6 = i32.add v4, v5
;;     i32.store v3, v6 offset=4000
;;     v7 = i32.const 4000
;;     v8 = i32.add v3, v7
;;     v15 = i32.const -1
;;     v11 = i32.add v9, v15
;;     br_if v11, b1(v11, v8), b2
;;   b2:
;;     return v4
;;   b3(v17: i32, v18: i32):
;;     v19 = i32.load v18
;;     v20 = i32.const 1
;;     v21 = i32.add v19, v20
;;     i32.store v18, v21 offset=4000
;;     v30 = i32.add v21, v20
;;     i32.store v18, v30 offset=8000
;;     v39 = i32.add v30, v20
;;     i32.store v18, v39 offset=12000
;;     v48 = i32.add v39, v20
;;     i32.store v18, v48 offset=16000
;;     v71 = i32.const 16000
;;     v50 = i32.add v18, v71
;;     v52 = i32.add v17, v66
;;     v62 = i32.ne v52, v61
;;     br_if v62, b3(v52, v50), b1(v52, v50)
;;   b9:
;;     v55 = i32.const -1
;;     v56 = i32.add v1, v55
;;     v66 = i32.const -4
;;     v60 = i32.and v56, v66
;;     v61 = i32.sub v1, v60
;;     jump b3(v1, v0)
;;   }
;; }
