;; An operator that cannot trap is hoisted from a condition too.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(-1, 2) == 0
;; run: f(16, 2) == 512
(module
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (local $s i32)
    (loop $l
      (if (i32.gt_s (local.get $p) (i32.const 0)) (then
        (local.set $s (i32.add (local.get $s) (i32.mul (local.get $p) (local.get $p))))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v12 = i32.const 0
;;     v4 = i32.gt_s v0, v12
;;     v6 = i32.mul v0, v0
;;     jump b1(v1, v2)
;;   b1(v8: i32, v5: i32):
;;     br_if v4, b3, b2(v5)
;;   b2(v11: i32):
;;     v9 = i32.const 1
;;     v10 = i32.sub v8, v9
;;     br_if v10, b1(v10, v11), b5
;;   b3:
;;     v7 = i32.add v5, v6
;;     jump b2(v7)
;;   b5:
;;     return v11
;;   }
;; }
