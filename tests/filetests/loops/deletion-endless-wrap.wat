;; A bound that may be the largest number is never exceeded, so the loop may be infinite and stays.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,loop-deletion,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(8) == 0
(module
  (func (export "f") (param $n i32) (result i32)
    (local $i i32)
    (block $out (loop $l
      (br_if $out (i32.gt_u (local.get $i) (local.get $n)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $l)))
    (i32.const 0)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b4(v1)
;;   b1:
;;     return v1
;;   b4(v8: i32):
;;     v4 = i32.const 1
;;     v5 = i32.add v8, v4
;;     v3 = i32.gt_u v5, v0
;;     br_if v3, b1, b4(v5)
;;   }
;; }
