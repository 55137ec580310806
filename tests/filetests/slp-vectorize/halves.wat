;; Eight numbers of 16 bits, of which some lanes load with sign and others without.
;; test: pass slp-vectorize,dce
;; features: simd
;; run: f(256) == 600
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00")
  (func (export "f") (param $a i32) (result i32) (local $v0 i32) (local $v1 i32) (local $v2 i32) (local $v3 i32) (local $v4 i32) (local $v5 i32) (local $v6 i32) (local $v7 i32)
    (local.set $v0 (i32.mul (i32.load16_u offset=0 (local.get $a)) (i32.const 300)))
    (local.set $v1 (i32.mul (i32.load16_s offset=2 (local.get $a)) (i32.const 300)))
    (local.set $v2 (i32.mul (i32.load16_u offset=4 (local.get $a)) (i32.const 300)))
    (local.set $v3 (i32.mul (i32.load16_s offset=6 (local.get $a)) (i32.const 300)))
    (local.set $v4 (i32.mul (i32.load16_u offset=8 (local.get $a)) (i32.const 300)))
    (local.set $v5 (i32.mul (i32.load16_s offset=10 (local.get $a)) (i32.const 300)))
    (local.set $v6 (i32.mul (i32.load16_u offset=12 (local.get $a)) (i32.const 300)))
    (local.set $v7 (i32.mul (i32.load16_s offset=14 (local.get $a)) (i32.const 300)))
    (i32.store16 offset=0 (i32.const 1024) (local.get $v0))
    (i32.store16 offset=2 (i32.const 1024) (local.get $v1))
    (i32.store16 offset=4 (i32.const 1024) (local.get $v2))
    (i32.store16 offset=6 (i32.const 1024) (local.get $v3))
    (i32.store16 offset=8 (i32.const 1024) (local.get $v4))
    (i32.store16 offset=10 (i32.const 1024) (local.get $v5))
    (i32.store16 offset=12 (i32.const 1024) (local.get $v6))
    (i32.store16 offset=14 (i32.const 1024) (local.get $v7))
    (i32.load16_u (i32.const 1028)))
)

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "memory" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v36 = v128.load v0 align=2
;;     v26 = i32.const 1024
;;     v37 = v128.const 0x012c012c012c012c012c012c012c012c
;;     v38 = i16x8.mul v36, v37
;;     v128.store v26, v38 align=2
;;     v34 = i32.const 1028
;;     v35 = i32.load16_u v34
;;     return v35
;;   }
;;   data data0 active m0 (i32.const 256) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;; }
