;; A 64-bit counter has 64-bit derived induction variables.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,strength-reduction,ssa-cleanup,dce
;; run: f(0, 4) == 0
(module
  (func (export "f") (param $a i64) (param $n i64) (result i64)
    (local $i i64) (local $s i64)
    (loop $l
      (local.set $s (i64.xor (local.get $s) (i64.add (local.get $a) (i64.mul (local.get $i) (i64.const 40)))))
      (br_if $l (i64.lt_s (local.tee $i (i64.add (local.get $i) (i64.const 1))) (local.get $n))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i64, i64) -> (i64)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i64, v1: i64):
;;     v2 = i64.const 0
;;     v12 = i64.const 40
;;     v13 = i64.mul v2, v12
;;     v14 = i64.add v0, v13
;;     jump b1(v2, v2, v14)
;;   b1(v4: i64, v3: i64, v15: i64):
;;     v8 = i64.xor v3, v15
;;     v9 = i64.const 1
;;     v10 = i64.add v4, v9
;;     v11 = i64.lt_s v10, v1
;;     v16 = i64.const 40
;;     v17 = i64.add v15, v16
;;     br_if v11, b1(v10, v8, v17), b2
;;   b2:
;;     return v8
;;   }
;; }
