;; Loads in reversed order are a vector load and a shuffle.
;; test: pass slp-vectorize,dce
;; features: simd
;; run: f(256) == 4
;; run: f(65520) == 0
;; run: f(65524) == trap
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00")
  (func (export "f") (param $a i32) (result i32) (local $x i32) (local $y i32) (local $z i32) (local $w i32)
    (local.set $x (i32.load offset=12 (local.get $a)))
    (local.set $y (i32.load offset=8 (local.get $a)))
    (local.set $z (i32.load offset=4 (local.get $a)))
    (local.set $w (i32.load offset=0 (local.get $a)))
    (i32.store offset=0 (i32.const 1024) (local.get $x))
    (i32.store offset=4 (i32.const 1024) (local.get $y))
    (i32.store offset=8 (i32.const 1024) (local.get $z))
    (i32.store offset=12 (i32.const 1024) (local.get $w))
    (i32.load (i32.const 1024)))
)

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "memory" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v12 = v128.load v0 align=4
;;     v6 = i32.const 1024
;;     v13 = i8x16.shuffle 12 13 14 15 8 9 10 11 4 5 6 7 0 1 2 3 v12, v12
;;     v128.store v6, v13 align=4
;;     v10 = i32.const 1024
;;     v11 = i32.load v10
;;     return v11
;;   }
;;   data data0 active m0 (i32.const 256) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;; }
