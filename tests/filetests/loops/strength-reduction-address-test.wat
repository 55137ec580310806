;; for (i = 0; i < 100; i++) with i in addresses only: 4i is an induction variable, with the constant &a[0] as
;; offset, and replaces i in the exit test.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,strength-reduction,ssa-cleanup,dce
;; run: f() == 1
(module
  (memory 1)
  (func (export "f") (result i32)
    (local $i i32)
    (loop $l
      (i32.store offset=4096 (i32.mul (local.get $i) (i32.const 4))
        (i32.add (i32.load offset=4096 (i32.mul (local.get $i) (i32.const 4))) (i32.const 1)))
      (br_if $l (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 100))))
    (i32.load (i32.const 4492))))

;; expect:
;; module {
;;   ty0 = func () -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0:
;;     v0 = i32.const 0
;;     v15 = i32.const 4
;;     v16 = i32.mul v0, v15
;;     v20 = i32.const 400
;;     jump b1(v16)
;;   b1(v17: i32):
;;     v6 = i32.load v17 offset=4096
;;     v7 = i32.const 1
;;     v8 = i32.add v6, v7
;;     i32.store v17, v8 offset=4096
;;     v18 = i32.const 4
;;     v19 = i32.add v17, v18
;;     v21 = i32.ne v19, v20
;;     br_if v21, b1(v19), b2
;;   b2:
;;     v13 = i32.const 4492
;;     v14 = i32.load v13
;;     return v14
;;   }
;; }
