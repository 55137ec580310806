;; Not if a byte of the load is outside of what was stored, if it would take many operators, if another store may
;; have changed a part, or for a store whose bytes may be others.
;; test: pass fold,gvn,dce
;; run: outside(16, 0x12345678) == 0x1234
;; run: before(16, 0x12345678) == 0x567800
;; run: signed(16, 0x12348678) == 0xffffff86
;; run: changed(16, 0x1122334455667788) == 0x11223307
;; run: wraps(2, 0x12345678) == trap
(module
  (memory 1)
  (func (export "outside") (param $p i32) (param $x i32) (result i32)
    (i32.store (local.get $p) (local.get $x))
    (i32.load offset=2 (local.get $p)))
  (func (export "before") (param $p i32) (param $x i32) (result i32)
    (i32.store offset=1 (local.get $p) (local.get $x))
    (i32.and (i32.load (local.get $p)) (i32.const 0xffffff)))
  (func (export "signed") (param $p i32) (param $x i32) (result i32)
    (i32.store (local.get $p) (local.get $x))
    (i32.load8_s offset=1 (local.get $p)))
  (func (export "changed") (param $p i32) (param $x i64) (result i32)
    (i64.store (local.get $p) (local.get $x))
    (i32.store8 offset=4 (local.get $p) (i32.const 7))
    (i32.load offset=4 (local.get $p)))
  (func (export "wraps") (param $p i32) (param $x i32) (result i32)
    (i32.store (local.get $p) (local.get $x))
    (i32.load16_u offset=6 (i32.sub (local.get $p) (i32.const 4)))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   ty1 = func (i32, i64) -> (i32)
;;   memory m0 : i32 1..
;;   export "outside" f0
;;   export "before" f1
;;   export "signed" f2
;;   export "changed" f3
;;   export "wraps" f4
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     i32.store v0, v1
;;     v2 = i32.load v0 offset=2
;;     return v2
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     i32.store v0, v1 offset=1
;;     v2 = i32.load v0
;;     v3 = i32.const 16777215
;;     v4 = i32.and v2, v3
;;     return v4
;;   }
;;   func f2 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     i32.store v0, v1
;;     v2 = i32.load8_s v0 offset=1
;;     return v2
;;   }
;;   func f3 : ty1 {
;;   b0(v0: i32, v1: i64):
;;     i64.store v0, v1
;;     v2 = i32.const 7
;;     i32.store8 v0, v2 offset=4
;;     v3 = i32.load v0 offset=4
;;     return v3
;;   }
;;   func f4 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     i32.store v0, v1
;;     v5 = i32.const -4
;;     v3 = i32.add v0, v5
;;     v4 = i32.load16_u v3 offset=6
;;     return v4
;;   }
;; }
