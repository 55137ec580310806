;; A comparison with its operands exchanged is the same (`signed`, `unsigned_or_equal`, `wide`, `float`), below a branch too
;; (`below`). One of another order is not (`not_order`), nor one of floats that is the inverse (`not_float`).
;; test: pass unreachable,ssa-cleanup,gvn,dce
;; run: signed(1, 2) == 2
;; run: signed(2, 1) == 0
;; run: unsigned_or_equal(2, 2) == 2
;; run: unsigned_or_equal(-1, 2) == 0
;; run: wide(1, 2) == 2
;; run: float(1, 2) == 2
;; run: float(nan, 2) == 0
;; run: below(1, 2) == 1
;; run: below(2, 1) == 7
;; run: not_order(-1, 2) == 1
;; run: not_float(1, 2) == 1
;; run: not_float(nan, 2) == 0
(module
  (func (export "signed") (param $a i32) (param $b i32) (result i32)
    (i32.add (i32.lt_s (local.get $a) (local.get $b)) (i32.gt_s (local.get $b) (local.get $a))))
  (func (export "unsigned_or_equal") (param $a i32) (param $b i32) (result i32)
    (i32.add (i32.ge_u (local.get $b) (local.get $a)) (i32.le_u (local.get $a) (local.get $b))))
  (func (export "wide") (param $a i64) (param $b i64) (result i32)
    (i32.add (i64.lt_s (local.get $a) (local.get $b)) (i64.gt_s (local.get $b) (local.get $a))))
  (func (export "float") (param $a f64) (param $b f64) (result i32)
    (i32.add (f64.le (local.get $a) (local.get $b)) (f64.ge (local.get $b) (local.get $a))))
  (func (export "below") (param $a i32) (param $b i32) (result i32)
    (if (result i32) (i32.lt_s (local.get $a) (local.get $b))
      (then (i32.gt_s (local.get $b) (local.get $a)))
      (else (i32.const 7))))
  (func (export "not_order") (param $a i32) (param $b i32) (result i32)
    (i32.add (i32.lt_s (local.get $a) (local.get $b)) (i32.gt_u (local.get $b) (local.get $a))))
  (func (export "not_float") (param $a f32) (param $b f32) (result i32)
    (i32.add (f32.lt (local.get $a) (local.get $b)) (f32.gt (local.get $a) (local.get $b)))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   ty1 = func (i64, i64) -> (i32)
;;   ty2 = func (f64, f64) -> (i32)
;;   ty3 = func (f32, f32) -> (i32)
;;   export "signed" f0
;;   export "unsigned_or_equal" f1
;;   export "wide" f2
;;   export "float" f3
;;   export "below" f4
;;   export "not_order" f5
;;   export "not_float" f6
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.lt_s v0, v1
;;     v4 = i32.add v2, v2
;;     return v4
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.ge_u v1, v0
;;     v4 = i32.add v2, v2
;;     return v4
;;   }
;;   func f2 : ty1 {
;;   b0(v0: i64, v1: i64):
;;     v2 = i64.lt_s v0, v1
;;     v4 = i32.add v2, v2
;;     return v4
;;   }
;;   func f3 : ty2 {
;;   b0(v0: f64, v1: f64):
;;     v2 = f64.le v0, v1
;;     v4 = i32.add v2, v2
;;     return v4
;;   }
;;   func f4 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.lt_s v0, v1
;;     br_if v2, b2, b3
;;   b1(v3: i32):
;;     return v3
;;   b2:
;;     jump b1(v2)
;;   b3:
;;     v5 = i32.const 7
;;     jump b1(v5)
;;   }
;;   func f5 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.lt_s v0, v1
;;     v3 = i32.gt_u v1, v0
;;     v4 = i32.add v2, v3
;;     return v4
;;   }
;;   func f6 : ty3 {
;;   b0(v0: f32, v1: f32):
;;     v2 = f32.lt v0, v1
;;     v3 = f32.gt v0, v1
;;     v4 = i32.add v2, v3
;;     return v4
;;   }
;; }
