;; A narrow load of a part of what was stored is computed from that: the high half, a byte at the top, a byte
;; in the middle, a part of a constant; also across types.
;; test: pass fold,gvn,dce
;; run: high(16, 0x1122334455667788) == 0x11223344
;; run: top(16, 0xf2345678) == 0xfffffff2
;; run: middle(16, 0x12345678) == 0x56
;; run: constant(16) == 0xffffffffffff8877
;; run: float(16, 1.5) == 0x3fc0
(module
  (memory 1)
  (func (export "high") (param $p i32) (param $x i64) (result i32)
    (i64.store (local.get $p) (local.get $x))
    (i32.load offset=4 (local.get $p)))
  (func (export "top") (param $p i32) (param $x i32) (result i32)
    (i32.store (local.get $p) (local.get $x))
    (i32.load8_s offset=3 (local.get $p)))
  (func (export "middle") (param $p i32) (param $x i32) (result i32)
    (i32.store (local.get $p) (local.get $x))
    (i32.load8_u offset=1 (local.get $p)))
  (func (export "constant") (param $p i32) (result i64)
    (i64.store (local.get $p) (i64.const 0x1122334488776655))
    (i64.load16_s offset=2 (local.get $p)))
  (func (export "float") (param $p i32) (param $x f32) (result i32)
    (f32.store (local.get $p) (local.get $x))
    (i32.load16_u offset=2 (local.get $p))))

;; expect:
;; module {
;;   ty0 = func (i32, i64) -> (i32)
;;   ty1 = func (i32, i32) -> (i32)
;;   ty2 = func (i32) -> (i64)
;;   ty3 = func (i32, f32) -> (i32)
;;   memory m0 : i32 1..
;;   export "high" f0
;;   export "top" f1
;;   export "middle" f2
;;   export "constant" f3
;;   export "float" f4
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i64):
;;     i64.store v0, v1
;;     v3 = i64.const 32
;;     v4 = i64.shr_u v1, v3
;;     v2 = i32.wrap_i64 v4
;;     return v2
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     i32.store v0, v1
;;     v3 = i32.const 24
;;     v2 = i32.shr_s v1, v3
;;     return v2
;;   }
;;   func f2 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     i32.store v0, v1
;;     v3 = i32.const 8
;;     v4 = i32.shr_u v1, v3
;;     v5 = i32.const 255
;;     v2 = i32.and v4, v5
;;     return v2
;;   }
;;   func f3 : ty2 {
;;   b0(v0: i32):
;;     v1 = i64.const 1234605617293256277
;;     i64.store v0, v1
;;     v2 = i64.const -30601
;;     return v2
;;   }
;;   func f4 : ty3 {
;;   b0(v0: i32, v1: f32):
;;     f32.store v0, v1
;;     v3 = i32.reinterpret_f32 v1
;;     v4 = i32.const 16
;;     v2 = i32.shr_u v3, v4
;;     return v2
;;   }
;; }
