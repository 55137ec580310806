;; A nest of loops without effects is deleted as a whole.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,loop-deletion,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(5) == 5
(module
  (func (export "f") (param $n i32) (result i32)
    (local $i i32) (local $j i32) (local $x i32)
    (loop $l
      (local.set $j (i32.const 0))
      (loop $m
        (local.set $x (i32.mul (local.get $x) (i32.const 5)))
        (br_if $m (i32.ne (local.tee $j (i32.add (local.get $j) (i32.const 1))) (i32.const 10))))
      (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 20))))
    (local.get $n)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     return v0
;;   }
;; }
