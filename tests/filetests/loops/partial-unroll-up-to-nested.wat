;; The same of an inner loop, by steps of 2, whose counter must not pass the greatest number either.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,partial-unroll,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(16, 20, 2) == 220
;; run: f(16, 1, 2) == 0
;; run: f(65000, 0x7ffffffe, 1) == trap
(module
  (memory (export "m") 1)
  (func (export "f") (param $p i32) (param $n i32) (param $k i32) (result i32)
    (local $i i32) (local $s i32)
    (loop $outer
      (local.set $i (i32.const 0))
      (block $out (loop $l
        (br_if $out (i32.gt_s (local.get $i) (local.get $n)))
        (i32.store (i32.add (local.get $p) (i32.shl (local.get $i) (i32.const 2))) (local.get $i))
        (local.set $s (i32.add (local.get $s) (i32.load (i32.add (local.get $p) (i32.shl (local.get $i) (i32.const 2))))))
        (local.set $i (i32.add (local.get $i) (i32.const 2)))
        (br $l)))
      (br_if $outer (local.tee $k (i32.sub (local.get $k) (i32.const 1)))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "m" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     v23 = i32.lt_s v1, v3
;;     jump b1(v2, v3)
;;   b1(v19: i32, v18: i32):
;;     br_if v23, b2(v18), b7
;;   b2(v26: i32):
;;     v22 = i32.const -1
;;     v21 = i32.add v19, v22
;;     br_if v21, b1(v21, v26), b5
;;   b5:
;;     return v26
;;   b6(v24: i32, v25: i32):
;;     v7 = i32.const 2
;;     v8 = i32.shl v24, v7
;;     v9 = i32.add v0, v8
;;     i32.store v9, v24
;;     v15 = i32.add v25, v24
;;     v17 = i32.add v24, v7
;;     v6 = i32.gt_s v17, v1
;;     br_if v6, b2(v15), b6(v17, v15)
;;   b7:
;;     v59 = i32.const 8
;;     v60 = i32.ge_u v1, v59
;;     br_if v60, b24, b6(v3, v18)
;;   b9(v27: i32, v28: i32):
;;     v30 = i32.shl v27, v70
;;     v31 = i32.add v0, v30
;;     i32.store v31, v27
;;     v32 = i32.add v28, v27
;;     v33 = i32.add v27, v70
;;     i32.store v31, v33 offset=8
;;     v40 = i32.add v32, v33
;;     v80 = i32.const 4
;;     v41 = i32.add v27, v80
;;     i32.store v31, v41 offset=16
;;     v48 = i32.add v40, v41
;;     v81 = i32.const 6
;;     v49 = i32.add v27, v81
;;     i32.store v31, v49 offset=24
;;     v56 = i32.add v48, v49
;;     v57 = i32.add v27, v59
;;     v75 = i32.ne v57, v73
;;     br_if v75, b9(v57, v56), b6(v57, v56)
;;   b23:
;;     v70 = i32.const 2
;;     v79 = i32.const -8
;;     v73 = i32.and v1, v79
;;     jump b9(v3, v18)
;;   b24:
;;     v61 = i32.const -2147483648
;;     v62 = i32.add v1, v61
;;     v63 = i32.const -3
;;     v64 = i32.le_u v62, v63
;;     br_if v64, b25, b6(v3, v18)
;;   b25:
;;     v65 = memory.size m0
;;     v66 = i32.const 65535
;;     v67 = i32.le_u v65, v66
;;     br_if v67, b23, b6(v3, v18)
;;   }
;; }
