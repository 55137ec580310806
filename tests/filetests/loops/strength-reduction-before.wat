;; a[i-1] and a[i] differ by a constant, and share one induction variable.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,strength-reduction,ssa-cleanup,dce
;; run: f(4096, 4) == 10
(module
  (memory 1)
  (func (export "f") (param $a i32) (param $n i32) (result i32)
    (local $i i32)
    (i32.store (local.get $a) (i32.const 0))
    (local.set $i (i32.const 1))
    (loop $l
      (i32.store (i32.add (local.get $a) (i32.mul (local.get $i) (i32.const 4)))
        (i32.add (local.get $i) (i32.load (i32.add (local.get $a) (i32.mul (i32.sub (local.get $i) (i32.const 1)) (i32.const 4))))))
      (br_if $l (i32.le_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (i32.load (i32.add (local.get $a) (i32.mul (local.get $n) (i32.const 4))))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v3 = i32.const 0
;;     i32.store v0, v3
;;     v4 = i32.const 1
;;     v23 = i32.const 4
;;     v24 = i32.mul v4, v23
;;     v25 = i32.add v0, v24
;;     jump b1(v4, v25)
;;   b1(v5: i32, v26: i32):
;;     v29 = i32.const -4
;;     v13 = i32.add v26, v29
;;     v14 = i32.load v13
;;     v15 = i32.add v5, v14
;;     i32.store v26, v15
;;     v16 = i32.const 1
;;     v17 = i32.add v5, v16
;;     v18 = i32.le_s v17, v1
;;     v27 = i32.const 4
;;     v28 = i32.add v26, v27
;;     br_if v18, b1(v17, v28), b2
;;   b2:
;;     v19 = i32.const 4
;;     v20 = i32.mul v1, v19
;;     v21 = i32.add v0, v20
;;     v22 = i32.load v21
;;     return v22
;;   }
;; }
