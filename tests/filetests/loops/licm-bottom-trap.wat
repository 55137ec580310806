;; Test at the bottom: an operator that may trap is hoisted too, as it is executed at least once.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(42, 6, 3) == 7
;; run: f(42, 0, 3) == trap
(module
  (memory 1)
  (func (export "f") (param $a i32) (param $b i32) (param $n i32) (result i32)
    (local $i i32) (local $d i32)
    (loop $l
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (local.set $d (i32.div_s (local.get $a) (local.get $b)))
      (i32.store (i32.const 0) (local.get $d))
      (br_if $l (i32.lt_s (local.get $i) (local.get $n))))
    (local.get $d)))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     v7 = i32.div_s v0, v1
;;     jump b1(v3)
;;   b1(v4: i32):
;;     v5 = i32.const 1
;;     v6 = i32.add v4, v5
;;     v8 = i32.const 0
;;     i32.store v8, v7
;;     v9 = i32.lt_s v6, v2
;;     br_if v9, b1(v6), b2
;;   b2:
;;     return v7
;;   }
;; }
