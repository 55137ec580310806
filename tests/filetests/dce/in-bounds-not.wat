;; An unused load stays if its last byte may lie past the declared minimum, even by one byte. Offsets are added
;; without wrapping, and addresses are unsigned.
;; test: pass dce
;; run: constant() == trap
;; run: masked(255) == trap
;; run: masked(254) == ()
;; run: overflow(1) == trap
;; run: negative(0) == trap
;; run: wrapped(0) == trap
;; run: wrapped(16) == ()
;; run: remainder(98) == trap
;; run: vector(255) == trap
;; run: chosen(0) == trap
;; run: unknown(-1) == trap
(module
  (memory 1)
  (func (export "constant")
    (drop (i32.load (i32.const 65533))))
  (func (export "masked") (param i32)
    (drop (i32.load offset=65278 (i32.and (local.get 0) (i32.const 255)))))
  (func (export "overflow") (param i32)
    (drop (i32.load8_u offset=4294967295 (i32.and (local.get 0) (i32.const 1)))))
  (func (export "negative") (param i32)
    (drop (i32.load8_u (i32.or (i32.and (local.get 0) (i32.const 1)) (i32.const -2)))))
  (func (export "wrapped") (param i32)
    (drop (i32.load8_u (i32.sub (i32.and (local.get 0) (i32.const 255)) (i32.const 16)))))
  (func (export "remainder") (param i32)
    (drop (i32.load8_u offset=65438 (i32.rem_u (local.get 0) (i32.const 99)))))
  (func (export "vector") (param i32)
    (drop (v128.load offset=65266 (i32.and (local.get 0) (i32.const 255)))))
  (func (export "chosen") (param i32)
    (drop (i32.load (select (i32.const 8) (i32.const 65533) (local.get 0)))))
  (func (export "unknown") (param i32)
    (drop (i32.load8_u (local.get 0)))))

;; expect:
;; module {
;;   ty0 = func () -> ()
;;   ty1 = func (i32) -> ()
;;   memory m0 : i32 1..
;;   export "constant" f0
;;   export "masked" f1
;;   export "overflow" f2
;;   export "negative" f3
;;   export "wrapped" f4
;;   export "remainder" f5
;;   export "vector" f6
;;   export "chosen" f7
;;   export "unknown" f8
;;   func f0 : ty0 {
;;   b0:
;;     v0 = i32.const 65533
;;     v1 = i32.load v0
;;     return
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 255
;;     v2 = i32.and v0, v1
;;     v3 = i32.load v2 offset=65278
;;     return
;;   }
;;   func f2 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 1
;;     v2 = i32.and v0, v1
;;     v3 = i32.load8_u v2 offset=4294967295
;;     return
;;   }
;;   func f3 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 1
;;     v2 = i32.and v0, v1
;;     v3 = i32.const -2
;;     v4 = i32.or v2, v3
;;     v5 = i32.load8_u v4
;;     return
;;   }
;;   func f4 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 255
;;     v2 = i32.and v0, v1
;;     v3 = i32.const 16
;;     v4 = i32.sub v2, v3
;;     v5 = i32.load8_u v4
;;     return
;;   }
;;   func f5 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 99
;;     v2 = i32.rem_u v0, v1
;;     v3 = i32.load8_u v2 offset=65438
;;     return
;;   }
;;   func f6 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 255
;;     v2 = i32.and v0, v1
;;     v3 = v128.load v2 offset=65266
;;     return
;;   }
;;   func f7 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 8
;;     v2 = i32.const 65533
;;     v3 = select v1, v2, v0
;;     v4 = i32.load v3
;;     return
;;   }
;;   func f8 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.load8_u v0
;;     return
;;   }
;; }
