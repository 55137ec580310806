;; A doubled counter with one use is not reduced: a new variable would cost as much.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,strength-reduction,ssa-cleanup,dce
;; run: f(3) == 6
(module
  (func (export "f") (param $n i32) (result i32)
    (local $i i32) (local $s i32)
    (loop $l
      (local.set $s (i32.xor (local.get $s) (i32.shl (local.get $i) (i32.const 1))))
      (br_if $l (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b1(v1, v1)
;;   b1(v3: i32, v2: i32):
;;     v4 = i32.const 1
;;     v5 = i32.shl v3, v4
;;     v6 = i32.xor v2, v5
;;     v7 = i32.const 1
;;     v8 = i32.add v3, v7
;;     v9 = i32.lt_s v8, v0
;;     br_if v9, b1(v8, v6), b2
;;   b2:
;;     return v6
;;   }
;; }
