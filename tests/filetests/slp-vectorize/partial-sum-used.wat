;; A part of a sum has another user: the sum of four stays as it is.
;; test: pass slp-vectorize,dce
;; features: simd
;; run: f(256) == 10
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00")
  (func (export "f") (param $a i32) (result i32) (local $x i32)
    (local.set $x (i32.add (i32.load (local.get $a)) (i32.load offset=4 (local.get $a))))
    (i32.store (i32.const 1024) (local.get $x))
    (i32.add (i32.add (local.get $x) (i32.load offset=8 (local.get $a))) (i32.load offset=12 (local.get $a))))
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
;;     v4 = i32.add v2, v3
;;     v5 = i32.const 1024
;;     i32.store v5, v4
;;     v6 = i32.load v0 offset=8
;;     v7 = i32.add v4, v6
;;     v8 = i32.load v0 offset=12
;;     v9 = i32.add v7, v8
;;     return v9
;;   }
;;   data data0 active m0 (i32.const 256) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;; }
