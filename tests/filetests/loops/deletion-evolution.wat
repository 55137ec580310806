;; Loops whose tests compare no recurrence are executed to count their iterations: a square (`square`), the low bits of a
;; counter (`low_bits`), a value that is halved (`halved`). Then they are deleted like others, and ranges of their counters
;; make masks redundant (`masked`). Each `not_` differs in one thing: a start that is not known, a bound that is not known,
;; more iterations than are executed, a load.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-deletion,branch-facts,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: square() == 101
;; run: low_bits() == 1000
;; run: halved() == 7
;; run: masked() == 27
;; run: not_start(0) == 4
;; run: not_start(2) == 4
;; run: not_bound(16) == 4
;; run: not_bound(0) == 1
;; run: not_few() == 2000
;; run: not_load() == 3
(module
  (memory (export "m") 1)
  (data (i32.const 64) "\01\01\00")
  (func (export "square") (result i32) (local $i i32) (local $next i32)
    (loop $l
      (local.set $next (i32.add (local.get $i) (i32.const 1)))
      (i32.ne (i32.mul (local.get $i) (local.get $i)) (i32.const 10000))
      (local.set $i (local.get $next))
      (br_if $l))
    (local.get $next))
  (func (export "low_bits") (result i32) (local $i i32) (local $now i32)
    (loop $l
      (local.set $now (local.get $i))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $l (i32.ne (i32.and (local.get $now) (i32.const 0xffff)) (i32.const 1000))))
    (local.get $now))
  (func (export "halved") (result i32) (local $x i32) (local $n i32)
    (local.set $x (i32.const 100))
    (loop $l
      (local.set $n (i32.add (local.get $n) (i32.const 1)))
      (local.set $x (i32.shr_u (local.get $x) (i32.const 1)))
      (br_if $l (local.get $x)))
    (local.get $n))
  (func (export "masked") (result i32) (local $i i32)
    (loop $l
      (i32.store8 (i32.and (local.get $i) (i32.const 255)) (i32.add (local.get $i) (i32.const 1)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $l (i32.lt_u (i32.and (local.get $i) (i32.const 255)) (i32.const 60))))
    (i32.load8_u offset=26 (i32.const 0)))
  (func (export "not_start") (param $i i32) (result i32)
    (loop $l
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $l (i32.ne (i32.mul (local.get $i) (local.get $i)) (i32.const 16))))
    (local.get $i))
  (func (export "not_bound") (param $n i32) (result i32) (local $i i32)
    (loop $l
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $l (i32.lt_u (i32.mul (local.get $i) (local.get $i)) (local.get $n))))
    (local.get $i))
  (func (export "not_few") (result i32) (local $i i32)
    (loop $l
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $l (i32.ne (i32.mul (local.get $i) (local.get $i)) (i32.const 4000000))))
    (local.get $i))
  (func (export "not_load") (result i32) (local $i i32)
    (loop $l
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $l (i32.load8_u offset=63 (local.get $i))))
    (local.get $i)))

;; expect:
;; module {
;;   ty0 = func () -> (i32)
;;   ty1 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "m" m0
;;   export "square" f0
;;   export "low_bits" f1
;;   export "halved" f2
;;   export "masked" f3
;;   export "not_start" f4
;;   export "not_bound" f5
;;   export "not_few" f6
;;   export "not_load" f7
;;   func f0 : ty0 {
;;   b0:
;;     v7 = i32.const 101
;;     return v7
;;   }
;;   func f1 : ty0 {
;;   b0:
;;     v8 = i32.const 1000
;;     return v8
;;   }
;;   func f2 : ty0 {
;;   b0:
;;     v8 = i32.const 7
;;     return v8
;;   }
;;   func f3 : ty0 {
;;   b0:
;;     v0 = i32.const 0
;;     jump b1(v0)
;;   b1(v1: i32):
;;     v2 = i32.const 255
;;     v3 = i32.and v1, v2
;;     v4 = i32.const 1
;;     v5 = i32.add v1, v4
;;     i32.store8 v3, v5
;;     v9 = i32.and v5, v2
;;     v10 = i32.const 60
;;     v11 = i32.lt_u v9, v10
;;     br_if v11, b1(v5), b2
;;   b2:
;;     v13 = i32.load8_u v0 offset=26
;;     return v13
;;   }
;;   func f4 : ty1 {
;;   b0(v0: i32):
;;     jump b1(v0)
;;   b1(v1: i32):
;;     v2 = i32.const 1
;;     v3 = i32.add v1, v2
;;     v4 = i32.mul v3, v3
;;     v5 = i32.const 16
;;     v6 = i32.ne v4, v5
;;     br_if v6, b1(v3), b2
;;   b2:
;;     return v3
;;   }
;;   func f5 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b1(v1)
;;   b1(v2: i32):
;;     v3 = i32.const 1
;;     v4 = i32.add v2, v3
;;     v5 = i32.mul v4, v4
;;     v6 = i32.lt_u v5, v0
;;     br_if v6, b1(v4), b2
;;   b2:
;;     return v4
;;   }
;;   func f6 : ty0 {
;;   b0:
;;     v0 = i32.const 0
;;     jump b1(v0)
;;   b1(v1: i32):
;;     v2 = i32.const 1
;;     v3 = i32.add v1, v2
;;     v4 = i32.mul v3, v3
;;     v5 = i32.const 4000000
;;     v6 = i32.ne v4, v5
;;     br_if v6, b1(v3), b2
;;   b2:
;;     return v3
;;   }
;;   func f7 : ty0 {
;;   b0:
;;     v0 = i32.const 0
;;     jump b1(v0)
;;   b1(v1: i32):
;;     v2 = i32.const 1
;;     v3 = i32.add v1, v2
;;     v4 = i32.load8_u v3 offset=63
;;     br_if v4, b1(v3), b2
;;   b2:
;;     return v3
;;   }
;;   data data0 active m0 (i32.const 64) "\01\01\00"
;; }
