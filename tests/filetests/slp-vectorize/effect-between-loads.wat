;; An effect between loads that may trap: the trap of the first one comes before it.
;; test: pass slp-vectorize,dce
;; features: simd
;; run: f(65536) == trap
;; run: f(256) == 1
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00")
  (global $g (export "g0") (mut i32) (i32.const 0))
  (func $f (export "f") (param $a i32) (result i32) (local $x i32) (local $y i32) (local $z i32) (local $w i32)
    (local.set $x (i32.load (local.get $a))) (local.set $y (i32.load offset=4 (local.get $a)))
    (global.set $g (i32.const 1))
    (local.set $z (i32.load offset=8 (local.get $a))) (local.set $w (i32.load offset=12 (local.get $a)))
    (i32.store offset=0 (i32.const 1024) (local.get $x))
    (i32.store offset=4 (i32.const 1024) (local.get $y))
    (i32.store offset=8 (i32.const 1024) (local.get $z))
    (i32.store offset=12 (i32.const 1024) (local.get $w))
    (i32.load (i32.const 1024)))
  (func (export "g") (result i32) (call $f (i32.const 65536)))
)

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   ty1 = func () -> (i32)
;;   memory m0 : i32 1..
;;   global g0 : mut i32 "g" = i32.const 0
;;   export "memory" m0
;;   export "g0" g0
;;   export "f" f0
;;   export "g" f1
;;   func f0 : ty0 "f" {
;;   b0(v0: i32):
;;     v2 = i32.load v0
;;     v3 = i32.load v0 offset=4
;;     v4 = i32.const 1
;;     global.set g0 v4
;;     v5 = i32.load v0 offset=8
;;     v6 = i32.load v0 offset=12
;;     v7 = i32.const 1024
;;     i32.store v7, v2
;;     v8 = i32.const 1024
;;     i32.store v8, v3 offset=4
;;     v9 = i32.const 1024
;;     i32.store v9, v5 offset=8
;;     v10 = i32.const 1024
;;     i32.store v10, v6 offset=12
;;     v11 = i32.const 1024
;;     v12 = i32.load v11
;;     return v12
;;   }
;;   func f1 : ty1 {
;;   b0:
;;     v0 = i32.const 65536
;;     v1 = call f0 v0
;;     return v1
;;   }
;;   data data0 active m0 (i32.const 256) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;; }
