;; Partial unrolling of a loop to `i <= n`: its trip count is known if n is not the greatest number, which is tested before
;; the main loop. With the greatest number, the original loop runs until it traps.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,partial-unroll,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(16, 9) == 45
;; run: f(16, 2) == 3
;; run: f(16, -1) == 0
;; run: f(60000, 0x7fffffff) == trap
;; run: f(60000, 0x7ffffffe) == trap
(module
  (memory (export "m") 1)
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (local $i i32) (local $s i32)
    (block $out (loop $l
      (br_if $out (i32.gt_s (local.get $i) (local.get $n)))
      (i32.store (i32.add (local.get $p) (i32.shl (local.get $i) (i32.const 2))) (local.get $i))
      (local.set $s (i32.add (local.get $s) (i32.load (i32.add (local.get $p) (i32.shl (local.get $i) (i32.const 2))))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $l)))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "m" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v16 = i32.lt_s v1, v2
;;     br_if v16, b1(v2), b5
;;   b1(v19: i32):
;;     return v19
;;   b4(v17: i32, v18: i32):
;;     v5 = i32.const 2
;;     v6 = i32.shl v17, v5
;;     v7 = i32.add v0, v6
;;     i32.store v7, v17
;;     v13 = i32.add v18, v17
;;     v14 = i32.const 1
;;     v15 = i32.add v17, v14
;;     v4 = i32.gt_s v15, v1
;;     br_if v4, b1(v13), b4(v15, v13)
;;   b5:
;;     v56 = i32.const 4
;;     v57 = i32.ge_u v1, v56
;;     br_if v57, b22, b4(v2, v2)
;;   b7(v20: i32, v21: i32):
;;     v23 = i32.shl v20, v65
;;     v24 = i32.add v0, v23
;;     i32.store v24, v20
;;     v25 = i32.add v21, v20
;;     v26 = i32.const 1
;;     v27 = i32.add v20, v26
;;     i32.store v24, v27 offset=4
;;     v34 = i32.add v25, v27
;;     v36 = i32.add v20, v65
;;     i32.store v24, v36 offset=8
;;     v43 = i32.add v34, v36
;;     v75 = i32.const 3
;;     v45 = i32.add v20, v75
;;     i32.store v24, v45 offset=12
;;     v52 = i32.add v43, v45
;;     v54 = i32.add v20, v56
;;     v70 = i32.ne v54, v68
;;     br_if v70, b7(v54, v52), b4(v54, v52)
;;   b21:
;;     v65 = i32.const 2
;;     v73 = i32.const -4
;;     v68 = i32.and v1, v73
;;     jump b7(v2, v2)
;;   b22:
;;     v58 = i32.const -2147483648
;;     v59 = i32.add v1, v58
;;     v60 = i32.const -2
;;     v61 = i32.le_u v59, v60
;;     br_if v61, b23, b4(v2, v2)
;;   b23:
;;     v62 = memory.size m0
;;     v63 = i32.const 65535
;;     v64 = i32.le_u v62, v63
;;     br_if v64, b21, b4(v2, v2)
;;   }
;; }
