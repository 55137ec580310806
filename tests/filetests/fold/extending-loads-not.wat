;; Not if the loaded value is used otherwise, too, if the sign is not that of what was loaded, if the shifts differ, or
;; for an atomic load.
;; test: pass fold,dce
;; run: shared(0) == 0
;; run: other(0) == 0xffff8180
;; run: shifts(0) == 0xfffff800
;; run: zero(0) == 0xffffff80
(module
  (memory 1 1 shared)
  (data (i32.const 0) "\80\81\82\83\84\85\86\87")
  (func (export "shared") (param $p i32) (result i32) (local $x i32)
    (local.set $x (i32.load8_u (local.get $p)))
    (i32.add (i32.shr_s (i32.shl (local.get $x) (i32.const 24)) (i32.const 24)) (local.get $x)))
  (func (export "other") (param $p i32) (result i32)
    (i32.shr_s (i32.shl (i32.load (local.get $p)) (i32.const 16)) (i32.const 16)))
  (func (export "shifts") (param $p i32) (result i32)
    (i32.shr_s (i32.shl (i32.load8_u (local.get $p)) (i32.const 24)) (i32.const 20)))
  (func (export "zero") (param $p i32) (result i64)
    (i64.extend_i32_u (i32.load8_s (local.get $p))))
  (func (export "atomic") (param $p i32) (result i64)
    (i64.extend_i32_u (i32.atomic.load (local.get $p)))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   ty1 = func (i32) -> (i64)
;;   memory m0 : shared i32 1..1
;;   export "shared" f0
;;   export "other" f1
;;   export "shifts" f2
;;   export "zero" f3
;;   export "atomic" f4
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v2 = i32.load8_u v0
;;     v3 = i32.const 24
;;     v4 = i32.shl v2, v3
;;     v5 = i32.const 24
;;     v6 = i32.shr_s v4, v5
;;     v7 = i32.add v6, v2
;;     return v7
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.load v0
;;     v2 = i32.const 16
;;     v3 = i32.shl v1, v2
;;     v4 = i32.const 16
;;     v5 = i32.shr_s v3, v4
;;     return v5
;;   }
;;   func f2 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.load8_u v0
;;     v2 = i32.const 24
;;     v3 = i32.shl v1, v2
;;     v4 = i32.const 20
;;     v5 = i32.shr_s v3, v4
;;     return v5
;;   }
;;   func f3 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.load8_s v0
;;     v2 = i64.extend_i32_u v1
;;     return v2
;;   }
;;   func f4 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.atomic.load v0
;;     v2 = i64.extend_i32_u v1
;;     return v2
;;   }
;;   data data0 active m0 (i32.const 0) "\80\81\82\83\84\85\86\87"
;; }
