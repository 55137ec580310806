;; An access whose address is `x - 16` with offset 12 makes the location at `x - 4` available: had the sum wrapped,
;; the first access would have trapped. This happens with frame variables whose address was passed to an inlined
;; callee.
;; test: pass fold,gvn,dce
;; run: read(100, 7) == 7
;; run: read(8, 7) == trap
;; run: converted(100, 0x1234) == 0x34
;; run: write(100, 7) == 7
;; run: loaded(100, 7) == 14
(module
  (memory 1)
  (func (export "read") (param $sp i32) (param $x i32) (result i32)
    (i32.store offset=12 (i32.sub (local.get $sp) (i32.const 16)) (local.get $x))
    (i32.load (i32.sub (local.get $sp) (i32.const 4))))
  (func (export "converted") (param $sp i32) (param $x i32) (result i32)
    (i32.store8 offset=12 (i32.sub (local.get $sp) (i32.const 16)) (local.get $x))
    (i32.load8_u offset=8 (i32.sub (local.get $sp) (i32.const 12))))
  (func (export "write") (param $sp i32) (param $x i32) (result i32)
    (i32.store offset=12 (i32.sub (local.get $sp) (i32.const 16)) (local.get $x))
    (i32.store (i32.sub (local.get $sp) (i32.const 4)) (local.get $x))
    (local.get $x))
  (func (export "loaded") (param $sp i32) (param $x i32) (result i32)
    (i32.store (i32.sub (local.get $sp) (i32.const 4)) (local.get $x))
    (i32.add
      (i32.load offset=12 (i32.sub (local.get $sp) (i32.const 16)))
      (i32.load (i32.sub (local.get $sp) (i32.const 4))))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "read" f0
;;   export "converted" f1
;;   export "write" f2
;;   export "loaded" f3
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v7 = i32.const -16
;;     v3 = i32.add v0, v7
;;     i32.store v3, v1 offset=12
;;     return v1
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v7 = i32.const -16
;;     v3 = i32.add v0, v7
;;     i32.store8 v3, v1 offset=12
;;     v9 = i32.const 255
;;     v6 = i32.and v1, v9
;;     return v6
;;   }
;;   func f2 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v6 = i32.const -16
;;     v3 = i32.add v0, v6
;;     i32.store v3, v1 offset=12
;;     return v1
;;   }
;;   func f3 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v11 = i32.const -4
;;     v3 = i32.add v0, v11
;;     i32.store v3, v1
;;     v12 = i32.const -16
;;     v5 = i32.add v0, v12
;;     v6 = i32.load v5 offset=12
;;     v10 = i32.add v6, v6
;;     return v10
;;   }
;; }
