;; No partial unrolling of a loop of at most four iterations by a guard, also where it is an inner loop.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,partial-unroll,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(16, 4, 1) == 6
;; run: f(16, 5, 1) == 0
;; run: f(16, 3, 2) == 6
(module
  (memory (export "m") 1)
  (func (export "f") (param $p i32) (param $n i32) (param $k i32) (result i32)
    (local $i i32) (local $s i32)
    (if (i32.gt_u (local.get $n) (i32.const 4)) (then (return (i32.const 0))))
    (loop $outer
      (local.set $i (i32.const 0))
      (block $out (loop $l
        (br_if $out (i32.ge_u (local.get $i) (local.get $n)))
        (i32.store (i32.add (local.get $p) (i32.shl (local.get $i) (i32.const 2))) (local.get $i))
        (local.set $s (i32.add (local.get $s) (i32.load (i32.add (local.get $p) (i32.shl (local.get $i) (i32.const 2))))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
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
;;     v4 = i32.const 4
;;     v5 = i32.gt_u v1, v4
;;     br_if v5, b2, b9
;;   b2:
;;     return v3
;;   b4(v22: i32, v21: i32):
;;     br_if v1, b10(v3, v21), b5(v21)
;;   b5(v29: i32):
;;     v25 = i32.const -1
;;     v24 = i32.add v22, v25
;;     br_if v24, b4(v24, v29), b8
;;   b8:
;;     return v29
;;   b9:
;;     jump b4(v2, v3)
;;   b10(v27: i32, v28: i32):
;;     v10 = i32.const 2
;;     v11 = i32.shl v27, v10
;;     v12 = i32.add v0, v11
;;     i32.store v12, v27
;;     v18 = i32.add v28, v27
;;     v19 = i32.const 1
;;     v20 = i32.add v27, v19
;;     v9 = i32.ge_u v20, v1
;;     br_if v9, b5(v18), b10(v20, v18)
;;   }
;; }
