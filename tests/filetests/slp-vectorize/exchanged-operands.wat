;; Operands of integer sums are exchanged where lanes are alike then; of differences they are not.
;; test: pass slp-vectorize,dce
;; features: simd
;; run: f(256) == 14
;; run: g(256) == -26
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00")
  (func (export "f") (param $a i32) (result i32) (local $x i32) (local $y i32) (local $z i32) (local $w i32)
    (local.set $x (i32.add (i32.load offset=0 (local.get $a)) (i32.mul (i32.load offset=16 (local.get $a)) (i32.const 2))))
    (local.set $y (i32.add (i32.mul (i32.load offset=20 (local.get $a)) (i32.const 2)) (i32.load offset=4 (local.get $a))))
    (local.set $z (i32.add (i32.load offset=8 (local.get $a)) (i32.mul (i32.load offset=24 (local.get $a)) (i32.const 2))))
    (local.set $w (i32.add (i32.mul (i32.load offset=28 (local.get $a)) (i32.const 2)) (i32.load offset=12 (local.get $a))))
    (i32.store offset=0 (i32.const 1024) (local.get $x))
    (i32.store offset=4 (i32.const 1024) (local.get $y))
    (i32.store offset=8 (i32.const 1024) (local.get $z))
    (i32.store offset=12 (i32.const 1024) (local.get $w))
    (i32.load (i32.const 1028)))
  (func (export "g") (param $a i32) (result i32) (local $x i32) (local $y i32) (local $z i32) (local $w i32)
    (local.set $x (i32.sub (i32.load offset=0 (local.get $a)) (i32.mul (i32.load offset=16 (local.get $a)) (i32.const 2))))
    (local.set $y (i32.sub (i32.mul (i32.load offset=20 (local.get $a)) (i32.const 2)) (i32.load offset=4 (local.get $a))))
    (local.set $z (i32.sub (i32.load offset=8 (local.get $a)) (i32.mul (i32.load offset=24 (local.get $a)) (i32.const 2))))
    (local.set $w (i32.sub (i32.mul (i32.load offset=28 (local.get $a)) (i32.const 2)) (i32.load offset=12 (local.get $a))))
    (i32.store offset=0 (i32.const 1024) (local.get $x))
    (i32.store offset=4 (i32.const 1024) (local.get $y))
    (i32.store offset=8 (i32.const 1024) (local.get $z))
    (i32.store offset=12 (i32.const 1024) (local.get $w))
    (i32.sub (i32.load (i32.const 1024)) (i32.sub (i32.load (i32.const 1028)) (i32.const -7))))
)

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "memory" m0
;;   export "f" f0
;;   export "g" f1
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v29 = v128.load v0 offset=16 align=4
;;     v28 = v128.load v0 align=4
;;     v22 = i32.const 1024
;;     v30 = v128.const 0x00000002000000020000000200000002
;;     v31 = i32x4.mul v29, v30
;;     v32 = i32x4.add v28, v31
;;     v128.store v22, v32 align=4
;;     v26 = i32.const 1028
;;     v27 = i32.load v26
;;     return v27
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32):
;;     v2 = i32.load v0
;;     v3 = i32.load v0 offset=16
;;     v4 = i32.const 2
;;     v5 = i32.mul v3, v4
;;     v6 = i32.sub v2, v5
;;     v7 = i32.load v0 offset=20
;;     v8 = i32.const 2
;;     v9 = i32.mul v7, v8
;;     v10 = i32.load v0 offset=4
;;     v11 = i32.sub v9, v10
;;     v12 = i32.load v0 offset=8
;;     v13 = i32.load v0 offset=24
;;     v14 = i32.const 2
;;     v15 = i32.mul v13, v14
;;     v16 = i32.sub v12, v15
;;     v17 = i32.load v0 offset=28
;;     v18 = i32.const 2
;;     v19 = i32.mul v17, v18
;;     v20 = i32.load v0 offset=12
;;     v21 = i32.sub v19, v20
;;     v22 = i32.const 1024
;;     i32.store v22, v6
;;     v23 = i32.const 1024
;;     i32.store v23, v11 offset=4
;;     v24 = i32.const 1024
;;     i32.store v24, v16 offset=8
;;     v25 = i32.const 1024
;;     i32.store v25, v21 offset=12
;;     v26 = i32.const 1024
;;     v27 = i32.load v26
;;     v28 = i32.const 1028
;;     v29 = i32.load v28
;;     v30 = i32.const -7
;;     v31 = i32.sub v29, v30
;;     v32 = i32.sub v27, v31
;;     return v32
;;   }
;;   data data0 active m0 (i32.const 256) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;; }
