;; If the input does not use bulk memory, the output does not either.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-deletion,loop-idiom,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(7) == 7
(module
  (memory 1)
  (func (export "f") (param $x i32) (result i32)
    (local $i i32)
    (loop $l
      (i32.store8 (local.get $i) (i32.const 0))
      (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 100))))
    (local.get $x)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b1(v1)
;;   b1(v2: i32):
;;     i32.store8 v2, v1
;;     v4 = i32.const 1
;;     v5 = i32.add v2, v4
;;     v6 = i32.const 100
;;     v7 = i32.ne v5, v6
;;     br_if v7, b1(v5), b2
;;   b2:
;;     return v0
;;   }
;; }
