;; Once the counter that it was computed from is dead, a pointer replaces it in the test of a loop of 100
;; iterations, whatever its start.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,strength-reduction,dce,strength-reduction,ssa-cleanup,dce
;; run: f(4096) == 1
(module
  (memory 1)
  (func (export "f") (param $a i32) (result i32)
    (local $i i32)
    (loop $l
      (i32.store (i32.add (local.get $a) (i32.mul (local.get $i) (i32.const 4)))
        (i32.add (i32.load (i32.add (local.get $a) (i32.mul (local.get $i) (i32.const 4)))) (i32.const 1)))
      (br_if $l (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 100))))
    (i32.load offset=396 (local.get $a))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v17 = i32.const 4
;;     v18 = i32.mul v1, v17
;;     v19 = i32.add v0, v18
;;     v23 = i32.const 400
;;     v24 = i32.add v19, v23
;;     jump b1(v19)
;;   b1(v20: i32):
;;     v9 = i32.load v20
;;     v10 = i32.const 1
;;     v11 = i32.add v9, v10
;;     i32.store v20, v11
;;     v21 = i32.const 4
;;     v22 = i32.add v20, v21
;;     v25 = i32.ne v22, v24
;;     br_if v25, b1(v22), b2
;;   b2:
;;     v16 = i32.load v0 offset=396
;;     return v16
;;   }
;; }
