;; A lane that is used behind the store is extracted; one that is used ahead of it stays a scalar.
;; test: pass slp-vectorize,dce
;; features: simd
;; run: f(256) == 7
;; run: g(256) == 1
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00")
  (func (export "f") (param $a i32) (result i32) (local $x i32) (local $y i32) (local $z i32) (local $w i32)
    (local.set $x (i32.mul (i32.load offset=0 (local.get $a)) (i32.load offset=16 (local.get $a))))
    (local.set $y (i32.mul (i32.load offset=4 (local.get $a)) (i32.load offset=20 (local.get $a))))
    (local.set $z (i32.mul (i32.load offset=8 (local.get $a)) (i32.load offset=24 (local.get $a))))
    (local.set $w (i32.mul (i32.load offset=12 (local.get $a)) (i32.load offset=28 (local.get $a))))
    (i32.store offset=0 (i32.const 1024) (local.get $x))
    (i32.store offset=4 (i32.const 1024) (local.get $y))
    (i32.store offset=8 (i32.const 1024) (local.get $z))
    (i32.store offset=12 (i32.const 1024) (local.get $w))
    (i32.sub (local.get $y) (i32.load (i32.const 1024))))
  (global $g (export "g0") (mut i32) (i32.const 0))
  (func (export "g") (param $a i32) (result i32) (local $x i32) (local $y i32) (local $z i32) (local $w i32)
    (local.set $x (i32.mul (i32.load offset=0 (local.get $a)) (i32.const 5)))
    (local.set $y (i32.mul (i32.load offset=4 (local.get $a)) (i32.const 5)))
    (local.set $z (i32.mul (i32.load offset=8 (local.get $a)) (i32.const 5)))
    (local.set $w (i32.mul (i32.load offset=12 (local.get $a)) (i32.const 5)))
    (global.set $g (local.get $y))
    (i32.store offset=0 (i32.const 1024) (local.get $x))
    (i32.store offset=4 (i32.const 1024) (local.get $y))
    (i32.store offset=8 (i32.const 1024) (local.get $z))
    (i32.store offset=12 (i32.const 1024) (local.get $w))
    (i32.eq (global.get $g) (i32.const 10)))
)

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   global g0 : mut i32 "g" = i32.const 0
;;   export "memory" m0
;;   export "f" f0
;;   export "g0" g0
;;   export "g" f1
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v21 = v128.load v0 align=4
;;     v22 = v128.load v0 offset=16 align=4
;;     v14 = i32.const 1024
;;     v23 = i32x4.mul v21, v22
;;     v24 = i32x4.extract_lane 1 v23
;;     v128.store v14, v23 align=4
;;     v18 = i32.const 1024
;;     v19 = i32.load v18
;;     v20 = i32.sub v24, v19
;;     return v20
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32):
;;     v5 = i32.load v0 offset=4
;;     v6 = i32.const 5
;;     v7 = i32.mul v5, v6
;;     v21 = v128.load v0 align=4
;;     global.set g0 v7
;;     v14 = i32.const 1024
;;     v22 = v128.const 0x00000005000000050000000500000005
;;     v23 = i32x4.mul v21, v22
;;     v128.store v14, v23 align=4
;;     v18 = global.get g0
;;     v19 = i32.const 10
;;     v20 = i32.eq v18, v19
;;     return v20
;;   }
;;   data data0 active m0 (i32.const 256) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;; }
