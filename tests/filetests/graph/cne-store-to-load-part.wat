;; A load of a part of what was stored is only forwarded if it is the low bits at the same address.
;; test: graph common,dead
;; run: f(0x12345678) == 0x1256
(module
  (memory 1)
  (func (export "f") (param i32) (result i32)
    (i32.store (i32.const 0) (local.get 0))
    (i32.or (i32.load8_u (i32.const 1)) (i32.shl (i32.load8_u (i32.const 3)) (i32.const 8)))))

;; expect:
;; ; cne:
;; f0: graph (v0: i32, s1.0, s2.1, e3) {
;;   v4 = i32.const 0
;;   s5.0, e6 = i32.store v4, v0, s1.0, e3
;;   v7 = i32.const 1
;;   v8 = i32.load8_u v7, s5.0
;;   v9 = i32.const 3
;;   v10 = i32.load8_u v9, s5.0
;;   v11 = i32.const 8
;;   v12 = i32.shl v10, v11
;;   v13 = i32.or v8, v12
;; } => v13, s5.0, s2.1, e6
