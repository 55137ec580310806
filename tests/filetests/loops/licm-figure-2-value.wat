;; Two definitions of d in the loop: in SSA form they are two values, and a op b is hoisted.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(2, 3, 2) == 18
;; run: f(2, 3, 0) == 10
(module
  (func (export "f") (param $a i32) (param $b i32) (param $n i32) (result i32)
    (local $i i32) (local $s i32) (local $d i32)
    (local.set $d (i32.const 0))
    (loop $l
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (local.set $d (i32.mul (local.get $a) (local.get $b)))
      (local.set $s (i32.add (local.get $s) (local.get $d)))
      (local.set $d (i32.const 2))
      (local.set $s (i32.add (local.get $s) (local.get $d)))
      (br_if $l (i32.lt_s (local.get $i) (local.get $n))))
    (i32.add (local.get $s) (local.get $d))))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     v8 = i32.mul v0, v1
;;     jump b1(v3, v3)
;;   b1(v9: i32, v5: i32):
;;     v6 = i32.const 1
;;     v7 = i32.add v5, v6
;;     v10 = i32.add v9, v8
;;     v11 = i32.const 2
;;     v12 = i32.add v10, v11
;;     v13 = i32.lt_s v7, v2
;;     br_if v13, b1(v12, v7), b2
;;   b2:
;;     v14 = i32.add v12, v11
;;     return v14
;;   }
;; }
