;; A loop around one that may be infinite stays.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,loop-deletion,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(4, 3) == 4
(module
  (func (export "f") (param $n i32) (param $x i32) (result i32)
    (local $i i32) (local $j i32)
    (loop $l
      (local.set $j (i32.const 0))
      (loop $m
        (br_if $m (i32.ne (local.tee $j (i32.add (local.get $j) (local.get $x))) (i32.const 12))))
      (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $n)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     jump b1(v2)
;;   b1(v8: i32):
;;     jump b2(v2)
;;   b2(v4: i32):
;;     v5 = i32.add v4, v1
;;     v6 = i32.const 12
;;     v7 = i32.ne v5, v6
;;     br_if v7, b2(v5), b3
;;   b3:
;;     v9 = i32.const 1
;;     v10 = i32.add v8, v9
;;     v11 = i32.ne v10, v0
;;     br_if v11, b1(v10), b4
;;   b4:
;;     return v0
;;   }
;; }
