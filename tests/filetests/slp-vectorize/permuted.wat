;; Two packs of the same loads, one in another order, share the vector load.
;; test: pass slp-vectorize,dce
;; features: simd
;; run: f(256) == -1
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00")
  (func (export "f") (param $a i32) (result i32) (local $x i32) (local $y i32) (local $z i32) (local $w i32)
    (local.set $x (i32.load offset=0 (local.get $a)))
    (local.set $y (i32.load offset=4 (local.get $a)))
    (local.set $z (i32.load offset=8 (local.get $a)))
    (local.set $w (i32.load offset=12 (local.get $a)))
    (i32.store offset=0 (i32.const 1024) (i32.sub (local.get $x) (local.get $w)))
    (i32.store offset=4 (i32.const 1024) (i32.sub (local.get $y) (local.get $z)))
    (i32.store offset=8 (i32.const 1024) (i32.sub (local.get $z) (local.get $y)))
    (i32.store offset=12 (i32.const 1024) (i32.sub (local.get $w) (local.get $x)))
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
;;     v16 = v128.load v0 align=4
;;     v6 = i32.const 1024
;;     v17 = i8x16.shuffle 12 13 14 15 8 9 10 11 4 5 6 7 0 1 2 3 v16, v16
;;     v18 = i32x4.sub v16, v17
;;     v128.store v6, v18 align=4
;;     v14 = i32.const 1028
;;     v15 = i32.load v14
;;     return v15
;;   }
;;   data data0 active m0 (i32.const 256) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;; }
