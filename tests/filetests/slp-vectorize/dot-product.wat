;; A dot product of integers is one of vectors, of which the lanes are added last; what does not fit is added to that.
;; test: pass slp-vectorize,dce
;; features: simd
;; run: f(256, 272) == 70
;; run: g(256, 272) == 80
;; run: f(65520, 256) == 0
;; run: f(65524, 256) == trap
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00")
  (func (export "f") (param $a i32) (param $b i32) (result i32)
    (i32.add (i32.add (i32.add (i32.mul (i32.load offset=0 (local.get $a)) (i32.load offset=0 (local.get $b))) (i32.mul (i32.load offset=4 (local.get $a)) (i32.load offset=4 (local.get $b)))) (i32.mul (i32.load offset=8 (local.get $a)) (i32.load offset=8 (local.get $b)))) (i32.mul (i32.load offset=12 (local.get $a)) (i32.load offset=12 (local.get $b)))))
  (func (export "g") (param $a i32) (param $b i32) (result i32)
    (i32.add (i32.add (i32.add (i32.add (i32.add (i32.const 9) (i32.mul (i32.load offset=12 (local.get $a)) (i32.load offset=12 (local.get $b)))) (i32.mul (i32.load offset=0 (local.get $a)) (i32.load offset=0 (local.get $b)))) (i32.mul (i32.load offset=8 (local.get $a)) (i32.load offset=8 (local.get $b)))) (i32.mul (i32.load offset=4 (local.get $a)) (i32.load offset=4 (local.get $b)))) (i32.load8_u (local.get $a))))
)

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "memory" m0
;;   export "f" f0
;;   export "g" f1
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v17 = v128.load v0 align=4
;;     v18 = v128.load v1 align=4
;;     v19 = i32x4.mul v17, v18
;;     v20 = i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 v19, v19
;;     v21 = i32x4.add v19, v20
;;     v22 = i8x16.shuffle 4 5 6 7 8 9 10 11 12 13 14 15 0 1 2 3 v21, v21
;;     v23 = i32x4.add v21, v22
;;     v24 = i32x4.extract_lane 0 v23
;;     return v24
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 9
;;     v21 = v128.load v0 align=4
;;     v22 = v128.load v1 align=4
;;     v19 = i32.load8_u v0
;;     v23 = i32x4.mul v21, v22
;;     v24 = i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 v23, v23
;;     v25 = i32x4.add v23, v24
;;     v26 = i8x16.shuffle 4 5 6 7 8 9 10 11 12 13 14 15 0 1 2 3 v25, v25
;;     v27 = i32x4.add v25, v26
;;     v28 = i32x4.extract_lane 0 v27
;;     v29 = i32.add v28, v19
;;     v30 = i32.add v29, v2
;;     return v30
;;   }
;;   data data0 active m0 (i32.const 256) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;; }
