;; A constant is not added to an offset of a 64-bit memory if the sum of both wraps: then each access traps.
;; test: pass offset-folding
;; run: f(0) == trap
;; run: f(100) == trap
;; run: g(0) == 0
(module (memory i64 1)
  (data (i64.const 0) "\01\02\03\04\05\06\07\08")
  (func (export "f") (param i32) (result i64)
    (i64.load offset=0xfffffffffffffff8 (i64.add (i64.extend_i32_u (local.get 0)) (i64.const 8))))
  (func (export "g") (param i32) (result i64)
    (i64.load offset=8 (i64.add (i64.extend_i32_u (local.get 0)) (i64.const 8)))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i64)
;;   memory m0 : i64 1..
;;   export "f" f0
;;   export "g" f1
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i64.extend_i32_u v0
;;     v2 = i64.const 8
;;     v3 = i64.add v1, v2
;;     v4 = i64.load v3 offset=18446744073709551608
;;     return v4
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32):
;;     v1 = i64.extend_i32_u v0
;;     v4 = i64.load v1 offset=16
;;     return v4
;;   }
;;   data data0 active m0 (i64.const 0) "\01\02\03\04\05\06\07\08"
;; }
