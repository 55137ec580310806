;; Sixteen bytes of four pixels: what a byte holds are the low bits of the sums.
;; test: pass slp-vectorize,dce
;; features: simd
;; run: f(256, 260) == 336399883
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\01\02\03\04\05\06\07\08\fb\fc\fd\fe\ff\00\7f\80\01\02\03\04")
  (func (export "f") (param $a i32) (param $b i32) (result i32) (local $v0 i32) (local $v1 i32) (local $v2 i32) (local $v3 i32) (local $v4 i32) (local $v5 i32) (local $v6 i32) (local $v7 i32) (local $v8 i32) (local $v9 i32) (local $v10 i32) (local $v11 i32) (local $v12 i32) (local $v13 i32) (local $v14 i32) (local $v15 i32)
    (local.set $v0 (i32.xor (i32.load8_u offset=0 (local.get $a)) (i32.shl (i32.load8_s offset=0 (local.get $b)) (i32.const 1))))
    (local.set $v1 (i32.xor (i32.load8_u offset=1 (local.get $a)) (i32.shl (i32.load8_s offset=1 (local.get $b)) (i32.const 1))))
    (local.set $v2 (i32.xor (i32.load8_u offset=2 (local.get $a)) (i32.shl (i32.load8_s offset=2 (local.get $b)) (i32.const 1))))
    (local.set $v3 (i32.xor (i32.load8_u offset=3 (local.get $a)) (i32.shl (i32.load8_s offset=3 (local.get $b)) (i32.const 1))))
    (local.set $v4 (i32.xor (i32.load8_u offset=4 (local.get $a)) (i32.shl (i32.load8_s offset=4 (local.get $b)) (i32.const 1))))
    (local.set $v5 (i32.xor (i32.load8_u offset=5 (local.get $a)) (i32.shl (i32.load8_s offset=5 (local.get $b)) (i32.const 1))))
    (local.set $v6 (i32.xor (i32.load8_u offset=6 (local.get $a)) (i32.shl (i32.load8_s offset=6 (local.get $b)) (i32.const 1))))
    (local.set $v7 (i32.xor (i32.load8_u offset=7 (local.get $a)) (i32.shl (i32.load8_s offset=7 (local.get $b)) (i32.const 1))))
    (local.set $v8 (i32.xor (i32.load8_u offset=8 (local.get $a)) (i32.shl (i32.load8_s offset=8 (local.get $b)) (i32.const 1))))
    (local.set $v9 (i32.xor (i32.load8_u offset=9 (local.get $a)) (i32.shl (i32.load8_s offset=9 (local.get $b)) (i32.const 1))))
    (local.set $v10 (i32.xor (i32.load8_u offset=10 (local.get $a)) (i32.shl (i32.load8_s offset=10 (local.get $b)) (i32.const 1))))
    (local.set $v11 (i32.xor (i32.load8_u offset=11 (local.get $a)) (i32.shl (i32.load8_s offset=11 (local.get $b)) (i32.const 1))))
    (local.set $v12 (i32.xor (i32.load8_u offset=12 (local.get $a)) (i32.shl (i32.load8_s offset=12 (local.get $b)) (i32.const 1))))
    (local.set $v13 (i32.xor (i32.load8_u offset=13 (local.get $a)) (i32.shl (i32.load8_s offset=13 (local.get $b)) (i32.const 1))))
    (local.set $v14 (i32.xor (i32.load8_u offset=14 (local.get $a)) (i32.shl (i32.load8_s offset=14 (local.get $b)) (i32.const 1))))
    (local.set $v15 (i32.xor (i32.load8_u offset=15 (local.get $a)) (i32.shl (i32.load8_s offset=15 (local.get $b)) (i32.const 1))))
    (i32.store8 offset=0 (i32.const 1024) (local.get $v0))
    (i32.store8 offset=1 (i32.const 1024) (local.get $v1))
    (i32.store8 offset=2 (i32.const 1024) (local.get $v2))
    (i32.store8 offset=3 (i32.const 1024) (local.get $v3))
    (i32.store8 offset=4 (i32.const 1024) (local.get $v4))
    (i32.store8 offset=5 (i32.const 1024) (local.get $v5))
    (i32.store8 offset=6 (i32.const 1024) (local.get $v6))
    (i32.store8 offset=7 (i32.const 1024) (local.get $v7))
    (i32.store8 offset=8 (i32.const 1024) (local.get $v8))
    (i32.store8 offset=9 (i32.const 1024) (local.get $v9))
    (i32.store8 offset=10 (i32.const 1024) (local.get $v10))
    (i32.store8 offset=11 (i32.const 1024) (local.get $v11))
    (i32.store8 offset=12 (i32.const 1024) (local.get $v12))
    (i32.store8 offset=13 (i32.const 1024) (local.get $v13))
    (i32.store8 offset=14 (i32.const 1024) (local.get $v14))
    (i32.store8 offset=15 (i32.const 1024) (local.get $v15))
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
;;     v101 = v128.load v0 align=1
;;     v102 = v128.load v1 align=1
;;     v83 = i32.const 1024
;;     v103 = i32.const 1
;;     v104 = i8x16.shl v102, v103
;;     v105 = v128.xor v101, v104
;;     v128.store v83, v105 align=1
;;     v99 = i32.const 1024
;;     v100 = i32.load v99
;;     return v100
;;   }
;;   data data0 active m0 (i32.const 256) "\01\02\03\04\05\06\07\08\fb\fc\fd\fe\ff\00\7f\80\01\02\03\04"
;; }
