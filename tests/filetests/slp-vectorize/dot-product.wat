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
