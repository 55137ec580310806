;; What a branch tells of a result holds of its operands: of the least and the greatest of two (`greatest`, `least`,
;; `least_constant`), of both operands of `or` and `and` (`either`, `both`, `mask`), of a dividend (`remainder`, `quotient`),
;; of a shifted or an extended number (`shifted`, `extended`). What is known of operands tells of shifts, bit counts, signed
;; divisions and remainders (`amounts`, `counts`, `division`). A test for zero is decided too (`zero`), and a test that
;; was made above the branch (`above`). Each `not_` is the same for another operator or order.
;; test: pass unreachable,ssa-cleanup,fold,gvn,branch-facts,simplify-cfg,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: greatest(5, 9) == 1
;; run: greatest(9, 5) == 7
;; run: greatest(0, 1) == 7
;; run: least(3, 100) == 0
;; run: least(30, 30) == 7
;; run: least_constant(3) == 7
;; run: least_constant(11) == 1
;; run: either(1, 2) == 0
;; run: either(1, 64) == 7
;; run: both(15, 12) == 1
;; run: both(1, 1) == 7
;; run: mask(8) == 0
;; run: mask(1) == 7
;; run: remainder(17, 10) == 1
;; run: remainder(3, 10) == 7
;; run: quotient(20) == 1
;; run: quotient(9) == 7
;; run: shifted(-9) == 1
;; run: shifted(9) == 7
;; run: extended(0x1ff80) == 0
;; run: extended(0x45) == 7
;; run: amounts(3, 4) == 1
;; run: amounts(9, 1) == 7
;; run: counts(200) == 1
;; run: counts(3) == 7
;; run: division(-19) == 1
;; run: zero(4) == 0
;; run: zero(0) == 7
;; run: above(4) == 1
;; run: above(40) == 0
;; run: not_greatest(9, 5) == 0
;; run: not_greatest(5, 9) == 1
;; run: not_signed(-1, 5) == 0
;; run: not_signed(3, 5) == 1
;; run: not_far(12) == 1
;; run: not_far(3) == 7
;; run: not_exclusive(64, 1) == 0
;; run: not_exclusive(65, 64) == 1
(module
  (func (export "greatest") (param $x i32) (param $y i32) (result i32)
    (if (result i32) (i32.gt_u (local.get $y)
        (select (local.get $x) (i32.const 1) (i32.gt_u (local.get $x) (i32.const 1))))
      (then (i32.gt_u (local.get $y) (local.get $x)))
      (else (i32.const 7))))
  (func (export "least") (param $x i32) (param $y i32) (result i32)
    (if (result i32) (i32.le_u (local.get $x) (i32.const 4))
      (then (i32.eq (i32.const 9)
        (select (local.get $x) (local.get $y) (i32.lt_u (local.get $x) (local.get $y)))))
      (else (i32.const 7))))
  (func (export "least_constant") (param $x i32) (result i32)
    (if (result i32) (i32.ge_s (select (local.get $x) (i32.const 10) (i32.lt_s (local.get $x) (i32.const 11))) (i32.const 8))
      (then (i32.gt_s (local.get $x) (i32.const 7)))
      (else (i32.const 7))))
  (func (export "either") (param $x i32) (param $y i32) (result i32)
    (if (result i32) (i32.le_u (i32.or (local.get $x) (local.get $y)) (i32.const 41))
      (then (i32.gt_u (local.get $y) (i32.const 41)))
      (else (i32.const 7))))
  (func (export "both") (param $x i32) (param $y i32) (result i32)
    (if (result i32) (i32.ge_u (i32.and (local.get $x) (local.get $y)) (i32.const 12))
      (then (i32.ge_u (local.get $x) (i32.const 12)))
      (else (i32.const 7))))
  (func (export "mask") (param $x i32) (result i32)
    (if (result i32) (i32.and (local.get $x) (i32.const 12))
      (then (i32.lt_u (local.get $x) (i32.const 4)))
      (else (i32.const 7))))
  (func (export "remainder") (param $x i32) (param $y i32) (result i32)
    (if (result i32) (i32.ge_u (i32.rem_u (local.get $x) (local.get $y)) (i32.const 5))
      (then (i32.gt_u (local.get $y) (i32.const 5)))
      (else (i32.const 7))))
  (func (export "quotient") (param $x i32) (result i32)
    (if (result i32) (i32.ge_u (i32.div_u (local.get $x) (i32.const 10)) (i32.const 1))
      (then (i32.gt_u (local.get $x) (i32.const 9)))
      (else (i32.const 7))))
  (func (export "shifted") (param $x i32) (result i32)
    (if (result i32) (i32.lt_s (i32.shr_s (local.get $x) (i32.const 2)) (i32.const 0))
      (then (i32.lt_s (local.get $x) (i32.const 0)))
      (else (i32.const 7))))
  (func (export "extended") (param $x i32) (result i32)
    (if (result i32) (i32.eq (i32.extend8_s (local.get $x)) (i32.const -128))
      (then (i32.and (local.get $x) (i32.const 127)))
      (else (i32.const 7))))
  (func (export "amounts") (param $x i32) (param $y i32) (result i32)
    (if (result i32) (i32.le_u (local.get $x) (i32.const 4))
      (then (i32.lt_u (i32.shl (local.get $x) (i32.and (local.get $y) (i32.const 7))) (i32.const 513)))
      (else (i32.const 7))))
  (func (export "counts") (param $x i32) (result i32)
    (if (result i32) (i32.gt_u (i32.and (local.get $x) (i32.const 255)) (i32.const 15))
      (then (i32.lt_u (i32.clz (i32.and (local.get $x) (i32.const 255))) (i32.const 28)))
      (else (i32.const 7))))
  (func (export "division") (param $x i32) (result i32)
    (i32.lt_s (i32.div_s (i32.rem_s (local.get $x) (i32.const 20)) (i32.const 10)) (i32.const 2)))
  (func (export "zero") (param $x i32) (result i32)
    (if (result i32) (local.get $x) (then (i32.eqz (local.get $x))) (else (i32.const 7))))
  (func (export "above") (param $x i32) (result i32) (local $small i32)
    (local.set $small (i32.lt_s (local.get $x) (i32.const 10)))
    (if (result i32) (i32.lt_s (local.get $x) (i32.const 5))
      (then (local.get $small))
      (else (i32.and (local.get $small) (i32.gt_s (local.get $x) (i32.const 7))))))
  (func (export "not_greatest") (param $x i32) (param $y i32) (result i32)
    (if (result i32) (i32.gt_u (local.get $y)
        (select (local.get $x) (i32.const 1) (i32.lt_u (local.get $x) (i32.const 1))))
      (then (i32.gt_u (local.get $y) (local.get $x)))
      (else (i32.const 7))))
  (func (export "not_signed") (param $x i32) (param $y i32) (result i32)
    (if (result i32) (i32.gt_u (local.get $y)
        (select (local.get $x) (i32.const 1) (i32.gt_s (local.get $x) (i32.const 1))))
      (then (i32.gt_u (local.get $y) (local.get $x)))
      (else (i32.const 7))))
  (func (export "not_far") (param $x i32) (result i32)
    (if (result i32) (i32.ge_s (select (local.get $x) (i32.const 10) (i32.lt_s (local.get $x) (i32.const 13))) (i32.const 9))
      (then (i32.gt_s (local.get $x) (i32.const 9)))
      (else (i32.const 7))))
  (func (export "not_exclusive") (param $x i32) (param $y i32) (result i32)
    (if (result i32) (i32.gt_u (i32.or (local.get $x) (local.get $y)) (i32.const 41))
      (then (i32.gt_u (local.get $y) (i32.const 41)))
      (else (i32.const 7)))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   ty1 = func (i32) -> (i32)
;;   export "greatest" f0
;;   export "least" f1
;;   export "least_constant" f2
;;   export "either" f3
;;   export "both" f4
;;   export "mask" f5
;;   export "remainder" f6
;;   export "quotient" f7
;;   export "shifted" f8
;;   export "extended" f9
;;   export "amounts" f10
;;   export "counts" f11
;;   export "division" f12
;;   export "zero" f13
;;   export "above" f14
;;   export "not_greatest" f15
;;   export "not_signed" f16
;;   export "not_far" f17
;;   export "not_exclusive" f18
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 1
;;     v4 = i32.gt_u v0, v2
;;     v5 = select v0, v2, v4
;;     v6 = i32.gt_u v1, v5
;;     v11 = i32.const 7
;;     v12 = select v2, v11, v6
;;     return v12
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v11 = i32.const 7
;;     v2 = i32.const 4
;;     v3 = i32.le_u v0, v2
;;     br_if v3, b2, b1
;;   b1:
;;     return v11
;;   b2:
;;     v8 = i32.const 0
;;     return v8
;;   }
;;   func f2 : ty1 {
;;   b0(v0: i32):
;;     v12 = i32.const 7
;;     v1 = i32.const 10
;;     v2 = i32.const 11
;;     v3 = i32.lt_s v0, v2
;;     v4 = select v0, v1, v3
;;     v5 = i32.const 8
;;     v6 = i32.ge_s v4, v5
;;     br_if v6, b2, b1
;;   b1:
;;     return v12
;;   b2:
;;     v9 = i32.gt_s v0, v12
;;     return v9
;;   }
;;   func f3 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.or v0, v1
;;     v3 = i32.const 41
;;     v4 = i32.le_u v2, v3
;;     v9 = i32.const 0
;;     v10 = i32.const 7
;;     v11 = select v9, v10, v4
;;     return v11
;;   }
;;   func f4 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.and v0, v1
;;     v3 = i32.const 12
;;     v4 = i32.ge_u v2, v3
;;     v9 = i32.const 1
;;     v10 = i32.const 7
;;     v11 = select v9, v10, v4
;;     return v11
;;   }
;;   func f5 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 12
;;     v2 = i32.and v0, v1
;;     v7 = i32.const 0
;;     v8 = i32.const 7
;;     v9 = select v7, v8, v2
;;     return v9
;;   }
;;   func f6 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.rem_u v0, v1
;;     v3 = i32.const 5
;;     v4 = i32.ge_u v2, v3
;;     v9 = i32.const 1
;;     v10 = i32.const 7
;;     v11 = select v9, v10, v4
;;     return v11
;;   }
;;   func f7 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 10
;;     v2 = i32.div_u v0, v1
;;     v3 = i32.const 1
;;     v11 = i32.const 7
;;     v12 = select v3, v11, v2
;;     return v12
;;   }
;;   func f8 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 2
;;     v2 = i32.shr_s v0, v1
;;     v3 = i32.const 0
;;     v4 = i32.lt_s v2, v3
;;     v9 = i32.const 1
;;     v10 = i32.const 7
;;     v11 = select v9, v10, v4
;;     return v11
;;   }
;;   func f9 : ty1 {
;;   b0(v0: i32):
;;     v9 = i32.const 7
;;     v1 = i32.extend8_s v0
;;     v2 = i32.const -128
;;     v3 = i32.eq v1, v2
;;     br_if v3, b2, b1
;;   b1:
;;     return v9
;;   b2:
;;     v5 = i32.const 127
;;     v6 = i32.and v0, v5
;;     return v6
;;   }
;;   func f10 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v12 = i32.const 7
;;     v2 = i32.const 4
;;     v3 = i32.le_u v0, v2
;;     br_if v3, b2, b1
;;   b1:
;;     return v12
;;   b2:
;;     v9 = i32.const 1
;;     return v9
;;   }
;;   func f11 : ty1 {
;;   b0(v0: i32):
;;     v13 = i32.const 7
;;     v1 = i32.const 255
;;     v2 = i32.and v0, v1
;;     v3 = i32.const 15
;;     v4 = i32.gt_u v2, v3
;;     br_if v4, b2, b1
;;   b1:
;;     return v13
;;   b2:
;;     v10 = i32.const 1
;;     return v10
;;   }
;;   func f12 : ty1 {
;;   b0(v0: i32):
;;     v6 = i32.const 1
;;     return v6
;;   }
;;   func f13 : ty1 {
;;   b0(v0: i32):
;;     v4 = i32.const 0
;;     v5 = i32.const 7
;;     v6 = select v4, v5, v0
;;     return v6
;;   }
;;   func f14 : ty1 {
;;   b0(v0: i32):
;;     v2 = i32.const 10
;;     v3 = i32.lt_s v0, v2
;;     v4 = i32.const 5
;;     v5 = i32.lt_s v0, v4
;;     br_if v5, b1, b3
;;   b1:
;;     return v3
;;   b3:
;;     v10 = i32.const -8
;;     v11 = i32.add v0, v10
;;     v12 = i32.const 2
;;     v9 = i32.lt_u v11, v12
;;     return v9
;;   }
;;   func f15 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v11 = i32.const 7
;;     v2 = i32.const 1
;;     v5 = select v2, v0, v0
;;     v6 = i32.gt_u v1, v5
;;     br_if v6, b2, b1
;;   b1:
;;     return v11
;;   b2:
;;     v8 = i32.gt_u v1, v0
;;     return v8
;;   }
;;   func f16 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v11 = i32.const 7
;;     v2 = i32.const 1
;;     v4 = i32.gt_s v0, v2
;;     v5 = select v0, v2, v4
;;     v6 = i32.gt_u v1, v5
;;     br_if v6, b2, b1
;;   b1:
;;     return v11
;;   b2:
;;     v8 = i32.gt_u v1, v0
;;     return v8
;;   }
;;   func f17 : ty1 {
;;   b0(v0: i32):
;;     v12 = i32.const 7
;;     v1 = i32.const 10
;;     v2 = i32.const 13
;;     v3 = i32.lt_s v0, v2
;;     v4 = select v0, v1, v3
;;     v5 = i32.const 9
;;     v6 = i32.ge_s v4, v5
;;     br_if v6, b2, b1
;;   b1:
;;     return v12
;;   b2:
;;     v9 = i32.gt_s v0, v5
;;     return v9
;;   }
;;   func f18 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v10 = i32.const 7
;;     v2 = i32.or v0, v1
;;     v3 = i32.const 41
;;     v4 = i32.gt_u v2, v3
;;     br_if v4, b2, b1
;;   b1:
;;     return v10
;;   b2:
;;     v7 = i32.gt_u v1, v3
;;     return v7
;;   }
;; }
