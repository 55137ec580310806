;; A store between the operands of a sum may change what those before it have loaded.
;; test: pass slp-vectorize,dce
;; features: simd
;; run: f(256, 600) == 70
;; run: f(256, 256) == 70
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00")
  (func (export "f") (param $a i32) (param $b i32) (result i32) (local $x i32) (local $y i32) (local $c i32)
    (local.set $c (i32.add (local.get $a) (i32.const 16)))
    (drop (i32.load offset=12 (local.get $a))) (drop (i32.load (local.get $b)))
    (local.set $x (i32.add (i32.mul (i32.load (local.get $a)) (i32.load offset=16 (local.get $a))) (i32.mul (i32.load offset=4 (local.get $a)) (i32.load offset=20 (local.get $a)))))
    (i32.store (local.get $b) (i32.const 99))
    (local.set $y (i32.add (i32.mul (i32.load offset=8 (local.get $a)) (i32.load offset=24 (local.get $a))) (i32.mul (i32.load offset=12 (local.get $a)) (i32.load offset=28 (local.get $a)))))
    (i32.add (local.get $x) (local.get $y)))
)

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "memory" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v5 = i32.load v0 offset=12
;;     v6 = i32.load v1
;;     v7 = i32.load v0
;;     v8 = i32.load v0 offset=16
;;     v9 = i32.mul v7, v8
;;     v10 = i32.load v0 offset=4
;;     v11 = i32.load v0 offset=20
;;     v12 = i32.mul v10, v11
;;     v13 = i32.add v9, v12
;;     v14 = i32.const 99
;;     i32.store v1, v14
;;     v15 = i32.load v0 offset=8
;;     v16 = i32.load v0 offset=24
;;     v17 = i32.mul v15, v16
;;     v18 = i32.load v0 offset=12
;;     v19 = i32.load v0 offset=28
;;     v20 = i32.mul v18, v19
;;     v21 = i32.add v17, v20
;;     v22 = i32.add v13, v21
;;     return v22
;;   }
;;   data data0 active m0 (i32.const 256) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;; }
