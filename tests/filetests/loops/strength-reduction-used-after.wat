;; A derived value that is used after the loop is the final value of its variable.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,strength-reduction,ssa-cleanup,dce
;; run: f(4096, 4) == 4132
;; run: f(4096, 0) == 4096
(module
  (memory 1)
  (func (export "f") (param $a i32) (param $n i32) (result i32)
    (local $i i32) (local $p i32)
    (loop $l
      (local.set $p (i32.add (local.get $a) (i32.mul (local.get $i) (i32.const 12))))
      (i32.store (local.get $p) (local.get $i))
      (br_if $l (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $p)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v10 = i32.const 12
;;     v11 = i32.mul v2, v10
;;     v12 = i32.add v0, v11
;;     jump b1(v2, v12)
;;   b1(v3: i32, v13: i32):
;;     i32.store v13, v3
;;     v7 = i32.const 1
;;     v8 = i32.add v3, v7
;;     v9 = i32.lt_s v8, v1
;;     v14 = i32.const 12
;;     v15 = i32.add v13, v14
;;     br_if v9, b1(v8, v15), b2
;;   b2:
;;     return v13
;;   }
;; }
