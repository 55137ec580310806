;; A complex number plus the conjugate of another: a sum and a difference are both computed, and shuffled.
;; test: pass slp-vectorize,dce
;; features: simd
;; run: f(256, 272) == 4.0
;; run: g(256, 272) == -2.0
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\00\00\00\00\00\00\f0\3f\00\00\00\00\00\00\00\40\00\00\00\00\00\00\08\40\00\00\00\00\00\00\10\40")
  (func $p (param $a i32) (param $b i32) (local $x f64) (local $y f64)
    (local.set $x (f64.add (f64.load (local.get $a)) (f64.load (local.get $b))))
    (local.set $y (f64.sub (f64.load offset=8 (local.get $a)) (f64.load offset=8 (local.get $b))))
    (f64.store (i32.const 1024) (local.get $x))
    (f64.store offset=8 (i32.const 1024) (local.get $y)))
  (func (export "f") (param $a i32) (param $b i32) (result f64) (call $p (local.get $a) (local.get $b)) (f64.load (i32.const 1024)))
  (func (export "g") (param $a i32) (param $b i32) (result f64) (call $p (local.get $a) (local.get $b)) (f64.load (i32.const 1032)))
)

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> ()
;;   ty1 = func (i32, i32) -> (f64)
;;   memory m0 : i32 1..
;;   export "memory" m0
;;   export "f" f1
;;   export "g" f2
;;   func f0 : ty0 "p" {
;;   b0(v0: i32, v1: i32):
;;     v11 = v128.load v0 align=8
;;     v12 = v128.load v1 align=8
;;     v9 = i32.const 1024
;;     v13 = f64x2.add v11, v12
;;     v14 = f64x2.sub v11, v12
;;     v15 = i8x16.shuffle 0 1 2 3 4 5 6 7 24 25 26 27 28 29 30 31 v13, v14
;;     v128.store v9, v15 align=8
;;     return
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     call f0 v0, v1
;;     v2 = i32.const 1024
;;     v3 = f64.load v2
;;     return v3
;;   }
;;   func f2 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     call f0 v0, v1
;;     v2 = i32.const 1032
;;     v3 = f64.load v2
;;     return v3
;;   }
;;   data data0 active m0 (i32.const 256) "\00\00\00\00\00\00\f0?\00\00\00\00\00\00\00@\00\00\00\00\00\00\08@\00\00\00\00\00\00\10@"
;; }
