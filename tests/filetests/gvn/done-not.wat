;; Not from `x - 4` to offset 12 at `x - 16`: there the sum may wrap, so that only the second access traps. Nor for
;; an access of other bytes, or after a write in between. What was stored at the same bytes is known, in parts, too.
;; test: pass fold,gvn,dce
;; run: wraps(100, 7) == 7
;; run: wraps(8, 7) == trap
;; run: stores(8, 7) == trap
;; run: size(100, 0x12345678) == 0x5678
;; run: written(100, 7) == 8
;; run: other(100, 7) == 0
(module
  (memory 1)
  (func (export "wraps") (param $sp i32) (param $x i32) (result i32)
    (i32.store (i32.sub (local.get $sp) (i32.const 4)) (local.get $x))
    (i32.load offset=12 (i32.sub (local.get $sp) (i32.const 16))))
  (func (export "stores") (param $sp i32) (param $x i32) (result i32)
    (i32.store (i32.sub (local.get $sp) (i32.const 4)) (local.get $x))
    (i32.store offset=12 (i32.sub (local.get $sp) (i32.const 16)) (local.get $x))
    (local.get $x))
  (func (export "size") (param $sp i32) (param $x i32) (result i32)
    (i32.store offset=12 (i32.sub (local.get $sp) (i32.const 16)) (local.get $x))
    (i32.load16_u (i32.sub (local.get $sp) (i32.const 4))))
  (func (export "written") (param $sp i32) (param $x i32) (result i32)
    (i32.store offset=12 (i32.sub (local.get $sp) (i32.const 16)) (local.get $x))
    (i32.store offset=8 (i32.sub (local.get $sp) (i32.const 12)) (i32.const 8))
    (i32.load (i32.sub (local.get $sp) (i32.const 4))))
  (func (export "other") (param $sp i32) (param $x i32) (result i32)
    (i32.store offset=12 (i32.sub (local.get $sp) (i32.const 16)) (local.get $x))
    (i32.load (i32.sub (local.get $sp) (i32.const 8)))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "wraps" f0
;;   export "stores" f1
;;   export "size" f2
;;   export "written" f3
;;   export "other" f4
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v7 = i32.const -4
;;     v3 = i32.add v0, v7
;;     i32.store v3, v1
;;     v8 = i32.const -16
;;     v5 = i32.add v0, v8
;;     v6 = i32.load v5 offset=12
;;     return v6
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v6 = i32.const -4
;;     v3 = i32.add v0, v6
;;     i32.store v3, v1
;;     v7 = i32.const -16
;;     v5 = i32.add v0, v7
;;     i32.store v5, v1 offset=12
;;     return v1
;;   }
;;   func f2 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v7 = i32.const -16
;;     v3 = i32.add v0, v7
;;     i32.store v3, v1 offset=12
;;     v9 = i32.const 65535
;;     v6 = i32.and v1, v9
;;     return v6
;;   }
;;   func f3 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v10 = i32.const -16
;;     v3 = i32.add v0, v10
;;     i32.store v3, v1 offset=12
;;     v11 = i32.const -12
;;     v5 = i32.add v0, v11
;;     v6 = i32.const 8
;;     i32.store v5, v6 offset=8
;;     return v6
;;   }
;;   func f4 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v7 = i32.const -16
;;     v3 = i32.add v0, v7
;;     i32.store v3, v1 offset=12
;;     v8 = i32.const -8
;;     v5 = i32.add v0, v8
;;     v6 = i32.load v5
;;     return v6
;;   }
;; }
