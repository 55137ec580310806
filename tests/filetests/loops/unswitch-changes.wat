;; A branch on a loaded condition that the loop may store to is not unswitched.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,unswitch,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(3) == 3
(module
  (memory 1)
  (func (export "f") (param $n i32) (result i32)
    (local $i i32)
    (loop $l
      (if (i32.load (i32.const 64)) (then (i32.store (local.get $i) (i32.const 1))))
      (br_if $l (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $i)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b1(v1)
;;   b1(v4: i32):
;;     v2 = i32.const 64
;;     v3 = i32.load v2
;;     br_if v3, b3, b2
;;   b2:
;;     v6 = i32.const 1
;;     v7 = i32.add v4, v6
;;     v8 = i32.lt_s v7, v0
;;     br_if v8, b1(v7), b5
;;   b3:
;;     v5 = i32.const 1
;;     i32.store v4, v5
;;     jump b2
;;   b5:
;;     return v7
;;   }
;; }
