;; Two equal splat loads are merged across a store to other bytes, but not across one that may overlap.
;; test: pass gvn
;; run: f(0, 3) == 0
;; run: g(0, 3) == -50529027
(module
  (memory 1)
  (func (export "f") (param i32 i32) (result i32)
    (local $a v128)
    (local.set $a (v128.load8_splat (local.get 0)))
    (i32.store offset=4 (local.get 0) (local.get 1))
    (i32x4.extract_lane 0 (i32x4.sub (local.get $a) (v128.load8_splat (local.get 0)))))
  (func (export "g") (param i32 i32) (result i32)
    (local $a v128)
    (local.set $a (v128.load8_splat (local.get 0)))
    (i32.store (local.get 0) (local.get 1))
    (i32x4.extract_lane 0 (i32x4.sub (local.get $a) (v128.load8_splat (local.get 0))))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   export "g" f1
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = v128.const 0x00000000000000000000000000000000
;;     v3 = v128.load8_splat v0
;;     i32.store v0, v1 offset=4
;;     v5 = i32x4.sub v3, v3
;;     v6 = i32x4.extract_lane 0 v5
;;     return v6
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = v128.const 0x00000000000000000000000000000000
;;     v3 = v128.load8_splat v0
;;     i32.store v0, v1
;;     v4 = v128.load8_splat v0
;;     v5 = i32x4.sub v3, v4
;;     v6 = i32x4.extract_lane 0 v5
;;     return v6
;;   }
;; }
