;; A store between the loads of a pack may change what those before it have loaded.
;; test: pass slp-vectorize,dce
;; features: simd
;; run: f(256, 256) == 1
;; run: f(256, 600) == 1
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00")
  (func (export "f") (param $a i32) (param $b i32) (result i32) (local $x i32) (local $y i32) (local $z i32) (local $w i32)
    (drop (i32.load offset=12 (local.get $a)))
    (drop (i32.load offset=12 (local.get $b)))
    (local.set $x (i32.load (local.get $a))) (local.set $y (i32.load offset=4 (local.get $a)))
    (i32.store (local.get $b) (i32.const 99))
    (local.set $z (i32.load offset=8 (local.get $a))) (local.set $w (i32.load offset=12 (local.get $a)))
    (i32.store offset=0 (i32.const 1024) (local.get $x))
    (i32.store offset=4 (i32.const 1024) (local.get $y))
    (i32.store offset=8 (i32.const 1024) (local.get $z))
    (i32.store offset=12 (i32.const 1024) (local.get $w))
    (i32.load (i32.const 1024)))
)

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "memory" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v3 = i32.load v0 offset=12
;;     v4 = i32.load v1 offset=12
;;     v5 = i32.load v0
;;     v6 = i32.load v0 offset=4
;;     v7 = i32.const 99
;;     i32.store v1, v7
;;     v8 = i32.load v0 offset=8
;;     v9 = i32.load v0 offset=12
;;     v10 = i32.const 1024
;;     i32.store v10, v5
;;     v11 = i32.const 1024
;;     i32.store v11, v6 offset=4
;;     v12 = i32.const 1024
;;     i32.store v12, v8 offset=8
;;     v13 = i32.const 1024
;;     i32.store v13, v9 offset=12
;;     v14 = i32.const 1024
;;     v15 = i32.load v14
;;     return v15
;;   }
;;   data data0 active m0 (i32.const 256) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;; }
