;; The product of two complex numbers takes too many shuffles.
;; test: pass slp-vectorize,dce
;; features: simd
;; run: f(256, 272) == -5.0
;; run: g(256, 272) == 10.0
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\00\00\00\00\00\00\f0\3f\00\00\00\00\00\00\00\40\00\00\00\00\00\00\08\40\00\00\00\00\00\00\10\40")
  (func $p (param $a i32) (param $b i32) (local $x f64) (local $y f64) (local $u f64) (local $v f64)
    (local.set $x (f64.load (local.get $a))) (local.set $y (f64.load offset=8 (local.get $a)))
    (local.set $u (f64.load (local.get $b))) (local.set $v (f64.load offset=8 (local.get $b)))
    (f64.store (i32.const 1024) (f64.sub (f64.mul (local.get $x) (local.get $u)) (f64.mul (local.get $y) (local.get $v))))
    (f64.store offset=8 (i32.const 1024) (f64.add (f64.mul (local.get $x) (local.get $v)) (f64.mul (local.get $y) (local.get $u)))))
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
;;     v3 = f64.load v0
;;     v4 = f64.load v0 offset=8
;;     v5 = f64.load v1
;;     v6 = f64.load v1 offset=8
;;     v7 = i32.const 1024
;;     v8 = f64.mul v3, v5
;;     v9 = f64.mul v4, v6
;;     v10 = f64.sub v8, v9
;;     f64.store v7, v10
;;     v11 = i32.const 1024
;;     v12 = f64.mul v3, v6
;;     v13 = f64.mul v4, v5
;;     v14 = f64.add v12, v13
;;     f64.store v11, v14 offset=8
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
