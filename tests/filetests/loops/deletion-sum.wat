;; A sum of invariant steps is a product, so the loop is deleted. An i64 is computed from an i32 counter.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,loop-deletion,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(7, 3) == 24
;; run: f(0, 9) == 9
;; run: f(-1, 2) == 2
(module
  (func (export "f") (param $n i32) (param $s i64) (result i64)
    (local $i i32)
    (block $out (loop $l
      (br_if $out (i32.ge_s (local.get $i) (local.get $n)))
      (local.set $s (i64.add (local.get $s) (i64.const 3)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $l)))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i64) -> (i64)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i64):
;;     v2 = i32.const 0
;;     v10 = i32.le_s v0, v2
;;     br_if v10, b1, b5
;;   b1:
;;     return v1
;;   b5:
;;     v14 = i32.const -1
;;     v15 = i32.add v0, v14
;;     v16 = i64.extend_i32_u v15
;;     v17 = i64.const 3
;;     v18 = i64.mul v16, v17
;;     v19 = i64.add v1, v18
;;     v21 = i64.add v19, v17
;;     return v21
;;   }
;; }
