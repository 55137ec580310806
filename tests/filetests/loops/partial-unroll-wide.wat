;; Partial unrolling: a 64-bit counter and 32-bit addresses are separate variables, and the 64-bit one ends the main
;; loop.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,partial-unroll,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(9) == 9
;; run: f(4) == 4
;; run: f(3) == 3
(module
  (memory 1 1)
  (func (export "f") (param $n i64) (result i32)
    (local $p i32)
    (loop $l
      (i32.store (local.get $p) (i32.add (i32.load (i32.const 400)) (i32.const 1)))
      (i32.store (i32.const 400) (i32.load (local.get $p)))
      (local.set $p (i32.add (local.get $p) (i32.const 4)))
      (br_if $l (i64.ne (local.tee $n (i64.sub (local.get $n) (i64.const 1))) (i64.const 0))))
    (i32.load (i32.const 400))))

;; expect:
;; module {
;;   ty0 = func (i64) -> (i32)
;;   memory m0 : i32 1..1
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i64):
;;     v1 = i32.const 0
;;     v71 = i64.const 5
;;     v72 = i64.ge_u v0, v71
;;     br_if v72, b9, b1(v0, v1)
;;   b1(v11: i64, v2: i32):
;;     v3 = i32.const 400
;;     v4 = i32.load v3
;;     v5 = i32.const 1
;;     v6 = i32.add v4, v5
;;     i32.store v2, v6
;;     i32.store v3, v6
;;     v9 = i32.const 4
;;     v10 = i32.add v2, v9
;;     v18 = i64.const -1
;;     v13 = i64.add v11, v18
;;     v14 = i64.const 0
;;     v15 = i64.ne v13, v14
;;     br_if v15, b1(v13, v10), b2
;;   b2:
;;     return v6
;;   b3(v19: i64, v20: i32):
;;     v21 = i32.const 400
;;     v22 = i32.load v21
;;     v23 = i32.const 1
;;     v24 = i32.add v22, v23
;;     i32.store v20, v24
;;     i32.store v21, v24
;;     v37 = i32.add v24, v23
;;     i32.store v20, v37 offset=4
;;     i32.store v21, v37
;;     v50 = i32.add v37, v23
;;     i32.store v20, v50 offset=8
;;     i32.store v21, v50
;;     v63 = i32.add v50, v23
;;     i32.store v20, v63 offset=12
;;     i32.store v21, v63
;;     v88 = i32.const 16
;;     v65 = i32.add v20, v88
;;     v68 = i64.add v19, v83
;;     v80 = i64.ne v68, v79
;;     br_if v80, b3(v68, v65), b1(v68, v65)
;;   b9:
;;     v73 = i64.const -1
;;     v74 = i64.add v0, v73
;;     v83 = i64.const -4
;;     v78 = i64.and v74, v83
;;     v79 = i64.sub v0, v78
;;     jump b3(v0, v1)
;;   }
;; }
