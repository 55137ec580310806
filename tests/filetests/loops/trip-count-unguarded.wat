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
;;     v6 = i32.const -1
;;     v7 = i32.add v0, v6
;;     v8 = i32.const 1
;;     v9 = i32.gt_s v0, v1
;;     v11 = select v7, v1, v9
;;     v13 = i32.add v11, v8
;;     return v13
;;   }
;; }
