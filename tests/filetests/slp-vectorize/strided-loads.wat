;; Products of loads that are 16 bytes apart: loads that are not adjacent would be gathered, which does not pay.
;; test: pass slp-vectorize,dce
;; features: simd
;; run: f(256) == 30
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00")
  (func (export "f") (param $a i32) (result i32) (local $x i32) (local $y i32) (local $z i32) (local $w i32)
    (local.set $x (i32.mul (i32.load offset=0 (local.get $a)) (i32.load offset=4 (local.get $a))))
    (local.set $y (i32.mul (i32.load offset=16 (local.get $a)) (i32.load offset=20 (local.get $a))))
    (local.set $z (i32.mul (i32.load offset=32 (local.get $a)) (i32.load offset=36 (local.get $a))))
    (local.set $w (i32.mul (i32.load offset=48 (local.get $a)) (i32.load offset=52 (local.get $a))))
    (i32.store offset=0 (i32.const 1024) (local.get $x))
    (i32.store offset=4 (i32.const 1024) (local.get $y))
    (i32.store offset=8 (i32.const 1024) (local.get $z))
    (i32.store offset=12 (i32.const 1024) (local.get $w))
    (i32.load (i32.const 1028)))
)

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "memory" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v2 = i32.load v0
;;     v3 = i32.load v0 offset=4
;;     v4 = i32.mul v2, v3
;;     v5 = i32.load v0 offset=16
;;     v6 = i32.load v0 offset=20
;;     v7 = i32.mul v5, v6
;;     v8 = i32.load v0 offset=32
;;     v9 = i32.load v0 offset=36
;;     v10 = i32.mul v8, v9
;;     v11 = i32.load v0 offset=48
;;     v12 = i32.load v0 offset=52
;;     v13 = i32.mul v11, v12
;;     v14 = i32.const 1024
;;     i32.store v14, v4
;;     v15 = i32.const 1024
;;     i32.store v15, v7 offset=4
;;     v16 = i32.const 1024
;;     i32.store v16, v10 offset=8
;;     v17 = i32.const 1024
;;     i32.store v17, v13 offset=12
;;     v18 = i32.const 1028
;;     v19 = i32.load v18
;;     return v19
;;   }
;;   data data0 active m0 (i32.const 256) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;; }
