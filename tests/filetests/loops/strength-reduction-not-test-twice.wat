;; The other variable has its final value twice: after four iterations of ten, it is the same number. It cannot
;; replace the counter in the exit test.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,strength-reduction,ssa-cleanup,dce
;; run: f(3) == 0x4000001e
(module
  (func (export "f") (param $p i32) (result i32) (local $i i32) (local $sum i32)
    (loop $l
      (local.set $sum (i32.add (local.get $sum) (local.get $p)))
      (local.set $p (i32.add (local.get $p) (i32.const 0x40000000)))
      (br_if $l (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 10))))
    (i32.add (local.get $sum) (i32.const 0))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v14 = i32.const 10
;;     jump b1(v0, v1, v14)
;;   b1(v3: i32, v2: i32, v15: i32):
;;     v4 = i32.add v2, v3
;;     v5 = i32.const 1073741824
;;     v6 = i32.add v3, v5
;;     v16 = i32.const -1
;;     v17 = i32.add v15, v16
;;     br_if v17, b1(v6, v4, v17), b2
;;   b2:
;;     v12 = i32.const 0
;;     v13 = i32.add v4, v12
;;     return v13
;;   }
;; }
