;; No trip count: without a guard a loop may start above its bound, and then executes one iteration.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,loop-deletion,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(5) == 5
;; run: f(-5) == 1
(module
  (func (export "f") (param $n i32) (result i32)
    (local $i i32)
    (loop $l
      (br_if $l (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $i)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b1(v1)
;;   b1(v2: i32):
;;     v3 = i32.const 1
;;     v4 = i32.add v2, v3
;;     v5 = i32.lt_s v4, v0
;;     br_if v5, b1(v4), b2
;;   b2:
;;     return v4
;;   }
;; }
