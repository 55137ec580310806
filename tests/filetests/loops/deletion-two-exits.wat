;; A loop with two exits stays.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,loop-deletion,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(3, 1) == 1
;; run: f(3, 7) == 3
(module
  (func (export "f") (param $n i32) (param $x i32) (result i32)
    (local $i i32)
    (loop $l
      (if (i32.eq (local.get $i) (local.get $x)) (then (return (local.get $i))))
      (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $i)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     jump b1(v2)
;;   b1(v3: i32):
;;     v4 = i32.eq v3, v1
;;     br_if v4, b3, b2
;;   b2:
;;     v5 = i32.const 1
;;     v6 = i32.add v3, v5
;;     v7 = i32.ne v6, v0
;;     br_if v7, b1(v6), b5
;;   b3:
;;     return v3
;;   b5:
;;     return v6
;;   }
;; }
