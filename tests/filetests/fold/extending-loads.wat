;; A load whose result is only extended becomes the load that extends: by two shifts, by an operator, to 64 bits.
;; test: pass fold,dce
;; run: shifts(0) == 0xffffff80
;; run: halves(0) == 0xffff8180
;; run: wide(0) == 0xffffffff83828180
;; run: unsigned(0) == 0x83828180
;; run: bytes(0) == 0x80
;; run: twice(0) == 0xffffffffffffff80
(module
  (memory 1)
  (data (i32.const 0) "\80\81\82\83\84\85\86\87")
  (func (export "shifts") (param $p i32) (result i32)
    (i32.shr_s (i32.shl (i32.load8_u (local.get $p)) (i32.const 24)) (i32.const 24)))
  (func (export "halves") (param $p i32) (result i32)
    (i32.extend16_s (i32.load16_u (local.get $p))))
  (func (export "wide") (param $p i32) (result i64)
    (i64.extend_i32_s (i32.load (local.get $p))))
  (func (export "unsigned") (param $p i32) (result i64)
    (i64.extend_i32_u (i32.load (local.get $p))))
  (func (export "bytes") (param $p i32) (result i64)
    (i64.extend_i32_s (i32.load8_u (local.get $p))))
  (func (export "twice") (param $p i32) (result i64)
    (i64.extend_i32_s (i32.shr_s (i32.shl (i32.load8_u (local.get $p)) (i32.const 24)) (i32.const 24)))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   ty1 = func (i32) -> (i64)
;;   memory m0 : i32 1..
;;   export "shifts" f0
;;   export "halves" f1
;;   export "wide" f2
;;   export "unsigned" f3
;;   export "bytes" f4
;;   export "twice" f5
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.load8_s v0
;;     return v1
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.load16_s v0
;;     return v1
;;   }
;;   func f2 : ty1 {
;;   b0(v0: i32):
;;     v1 = i64.load32_s v0
;;     return v1
;;   }
;;   func f3 : ty1 {
;;   b0(v0: i32):
;;     v1 = i64.load32_u v0
;;     return v1
;;   }
;;   func f4 : ty1 {
;;   b0(v0: i32):
;;     v1 = i64.load8_u v0
;;     return v1
;;   }
;;   func f5 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.load8_s v0
;;     v6 = i64.extend_i32_s v1
;;     return v6
;;   }
;;   data data0 active m0 (i32.const 0) "\80\81\82\83\84\85\86\87"
;; }
