;; Each access is compared with the minimum of its own memory, and a 64-bit memory has 64-bit addresses.
;; test: pass dce
;; run: second(65535) == ()
;; run: first(65535) == trap
;; run: none(0) == trap
;; run: wide(-1) == ()
;; run: wide-not(-1) == trap
;; run: wide-overflow(1) == trap
(module
  (memory $one 1)
  (memory $two 2)
  (memory $none 0 1)
  (memory $wide i64 1)
  (func (export "second") (param i32)
    (drop (i32.load $two offset=65533 (i32.and (local.get 0) (i32.const 0xffff)))))
  (func (export "first") (param i32)
    (drop (i32.load $one (i32.and (local.get 0) (i32.const 0xffff)))))
  (func (export "none") (param i32)
    (drop (i32.load8_u $none (i32.and (local.get 0) (i32.const 1)))))
  (func (export "wide") (param i64)
    (drop (i64.load $wide offset=65273 (i64.and (local.get 0) (i64.const 255)))))
  (func (export "wide-not") (param i64)
    (drop (i64.load $wide offset=65274 (i64.and (local.get 0) (i64.const 255)))))
  (func (export "wide-overflow") (param i64)
    (drop (i32.load8_u $wide offset=18446744073709551615 (i64.and (local.get 0) (i64.const 1))))))

;; expect:
;; module {
;;   ty0 = func (i32) -> ()
;;   ty1 = func (i64) -> ()
;;   memory m0 : i32 1.. "one"
;;   memory m1 : i32 2.. "two"
;;   memory m2 : i32 0..1 "none"
;;   memory m3 : i64 1.. "wide"
;;   export "second" f0
;;   export "first" f1
;;   export "none" f2
;;   export "wide" f3
;;   export "wide-not" f4
;;   export "wide-overflow" f5
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     return
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 65535
;;     v2 = i32.and v0, v1
;;     v3 = i32.load v2
;;     return
;;   }
;;   func f2 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 1
;;     v2 = i32.and v0, v1
;;     v3 = i32.load8_u v2 memory=m2
;;     return
;;   }
;;   func f3 : ty1 {
;;   b0(v0: i64):
;;     return
;;   }
;;   func f4 : ty1 {
;;   b0(v0: i64):
;;     v1 = i64.const 255
;;     v2 = i64.and v0, v1
;;     v3 = i64.load v2 offset=65274 memory=m3
;;     return
;;   }
;;   func f5 : ty1 {
;;   b0(v0: i64):
;;     v1 = i64.const 1
;;     v2 = i64.and v0, v1
;;     v3 = i32.load8_u v2 offset=18446744073709551615 memory=m3
;;     return
;;   }
;; }
