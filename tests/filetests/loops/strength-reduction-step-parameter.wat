;; The step of the basic induction variable is a parameter: the derived one has a multiple of it, computed before
;; the loop, as its step.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,strength-reduction,ssa-cleanup,dce
;; run: f(4096, 3, 10) == 0
(module
  (memory 1)
  (func (export "f") (param $a i32) (param $step i32) (param $n i32) (result i32)
    (local $i i32) (local $s i32)
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.load (i32.add (local.get $a) (i32.mul (local.get $i) (i32.const 12))))))
      (br_if $l (i32.lt_s (local.tee $i (i32.add (local.get $i) (local.get $step))) (local.get $n))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     v13 = i32.const 12
;;     v14 = i32.mul v3, v13
;;     v15 = i32.add v0, v14
;;     v16 = i32.const 12
;;     v17 = i32.mul v1, v16
;;     jump b1(v3, v3, v15)
;;   b1(v5: i32, v4: i32, v18: i32):
;;     v9 = i32.load v18
;;     v10 = i32.add v4, v9
;;     v11 = i32.add v5, v1
;;     v12 = i32.lt_s v11, v2
;;     v19 = i32.add v18, v17
;;     br_if v12, b1(v11, v10, v19), b2
;;   b2:
;;     return v10
;;   }
;; }
