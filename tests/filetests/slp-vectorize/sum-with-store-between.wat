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
