;; A loop whose result has no closed form stays.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,loop-deletion,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(3) == 27
(module
  (func (export "f") (param $n i32) (result i32)
    (local $i i32) (local $x i32)
    (local.set $x (i32.const 1))
    (loop $l
      (local.set $x (i32.mul (local.get $x) (i32.const 3)))
      (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $x)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v2 = i32.const 1
;;     jump b1(v1, v2)
;;   b1(v6: i32, v3: i32):
;;     v4 = i32.const 3
;;     v5 = i32.mul v3, v4
;;     v8 = i32.add v6, v2
;;     v9 = i32.ne v8, v0
;;     br_if v9, b1(v8, v5), b2
;;   b2:
;;     return v5
;;   }
;; }
