;; Not unrolled: a loop of nine iterations, and one of two large iterations.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-deletion,full-unroll,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(3) == 3
;; run: g(3) == 3
(module
  (memory 1)
  (func (export "f") (param $x i32) (result i32)
    (local $i i32)
    (loop $l
      (i32.store (local.get $i) (local.get $x))
      (br_if $l (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 9))))
    (local.get $x))
  (func (export "g") (param $x i32) (result i32)
    (local $i i32)
    (loop $l
      (i32.store (local.get $i) (local.get $x)) (i32.store offset=4 (local.get $i) (local.get $x))
      (i32.store offset=8 (local.get $i) (local.get $x)) (i32.store offset=12 (local.get $i) (local.get $x))
      (i32.store offset=16 (local.get $i) (local.get $x)) (i32.store offset=20 (local.get $i) (local.get $x))
      (i32.store offset=24 (local.get $i) (local.get $x)) (i32.store offset=28 (local.get $i) (local.get $x))
      (i32.store offset=32 (local.get $i) (local.get $x)) (i32.store offset=36 (local.get $i) (local.get $x))
      (i32.store offset=40 (local.get $i) (local.get $x)) (i32.store offset=44 (local.get $i) (local.get $x))
      (i32.store offset=48 (local.get $i) (local.get $x)) (i32.store offset=52 (local.get $i) (local.get $x))
      (i32.store offset=56 (local.get $i) (local.get $x)) (i32.store offset=60 (local.get $i) (local.get $x))
      (i32.store offset=64 (local.get $i) (local.get $x)) (i32.store offset=68 (local.get $i) (local.get $x))
      (i32.store offset=72 (local.get $i) (local.get $x)) (i32.store offset=76 (local.get $i) (local.get $x))
      (i32.store offset=80 (local.get $i) (local.get $x)) (i32.store offset=84 (local.get $i) (local.get $x))
      (i32.store offset=88 (local.get $i) (local.get $x)) (i32.store offset=92 (local.get $i) (local.get $x))
      (i32.store offset=96 (local.get $i) (local.get $x)) (i32.store offset=100 (local.get $i) (local.get $x))
      (i32.store offset=104 (local.get $i) (local.get $x)) (i32.store offset=108 (local.get $i) (local.get $x))
      (i32.store offset=112 (local.get $i) (local.get $x)) (i32.store offset=116 (local.get $i) (local.get $x))
      (br_if $l (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 2))))
    (local.get $x)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   export "g" f1
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b1(v1)
;;   b1(v2: i32):
;;     i32.store v2, v0
;;     v3 = i32.const 1
;;     v4 = i32.add v2, v3
;;     v5 = i32.const 9
;;     v6 = i32.lt_s v4, v5
;;     br_if v6, b1(v4), b2
;;   b2:
;;     return v0
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b1(v1)
;;   b1(v2: i32):
;;     i32.store v2, v0
;;     i32.store v2, v0 offset=4
;;     i32.store v2, v0 offset=8
;;     i32.store v2, v0 offset=12
;;     i32.store v2, v0 offset=16
;;     i32.store v2, v0 offset=20
;;     i32.store v2, v0 offset=24
;;     i32.store v2, v0 offset=28
;;     i32.store v2, v0 offset=32
;;     i32.store v2, v0 offset=36
;;     i32.store v2, v0 offset=40
;;     i32.store v2, v0 offset=44
;;     i32.store v2, v0 offset=48
;;     i32.store v2, v0 offset=52
;;     i32.store v2, v0 offset=56
;;     i32.store v2, v0 offset=60
;;     i32.store v2, v0 offset=64
;;     i32.store v2, v0 offset=68
;;     i32.store v2, v0 offset=72
;;     i32.store v2, v0 offset=76
;;     i32.store v2, v0 offset=80
;;     i32.store v2, v0 offset=84
;;     i32.store v2, v0 offset=88
;;     i32.store v2, v0 offset=92
;;     i32.store v2, v0 offset=96
;;     i32.store v2, v0 offset=100
;;     i32.store v2, v0 offset=104
;;     i32.store v2, v0 offset=108
;;     i32.store v2, v0 offset=112
;;     i32.store v2, v0 offset=116
;;     v3 = i32.const 1
;;     v4 = i32.add v2, v3
;;     v5 = i32.const 2
;;     v6 = i32.lt_s v4, v5
;;     br_if v6, b1(v4), b2
;;   b2:
;;     return v0
;;   }
;; }
