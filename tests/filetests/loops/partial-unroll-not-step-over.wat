;; No partial unrolling where the counter may step over the bound: `i != n` by 2.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,partial-unroll,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(16, 4) == 2
;; run: f(60000, 5) == trap
(module
  (memory (export "m") 1)
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (local $i i32) (local $s i32)
    (loop $l
      (i32.store (i32.add (local.get $p) (i32.shl (local.get $i) (i32.const 2))) (local.get $i))
      (local.set $s (i32.add (local.get $s) (i32.load (i32.add (local.get $p) (i32.shl (local.get $i) (i32.const 2))))))
      (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 2))) (local.get $n))))
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
;;     jump b1(v2, v2)
;;   b1(v7: i32, v3: i32):
;;     v4 = i32.const 2
;;     v5 = i32.shl v3, v4
;;     v6 = i32.add v0, v5
;;     i32.store v6, v3
;;     v12 = i32.add v7, v3
;;     v14 = i32.add v3, v4
;;     v15 = i32.ne v14, v1
;;     br_if v15, b1(v12, v14), b2
;;   b2:
;;     return v12
;;   }
;; }
