;; The lanes of f32x4.min are those of f32.min, zeros of both signs and NaNs among them.
;; test: pass slp-vectorize,dce
;; features: simd
;; run: f(256, 272) == -0.0
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\00\00\00\00\00\00\00\80\00\00\c0\7f\00\00\80\3f\00\00\00\80\00\00\00\00\00\00\80\3f\00\00\c0\ff")
  (func (export "f") (param $a i32) (param $b i32) (result f32) (local $x f32) (local $y f32) (local $z f32) (local $w f32)
    (local.set $x (f32.min (f32.load offset=0 (local.get $a)) (f32.load offset=0 (local.get $b))))
    (local.set $y (f32.min (f32.load offset=4 (local.get $a)) (f32.load offset=4 (local.get $b))))
    (local.set $z (f32.min (f32.load offset=8 (local.get $a)) (f32.load offset=8 (local.get $b))))
    (local.set $w (f32.min (f32.load offset=12 (local.get $a)) (f32.load offset=12 (local.get $b))))
    (f32.store offset=0 (i32.const 1024) (local.get $x))
    (f32.store offset=4 (i32.const 1024) (local.get $y))
    (f32.store offset=8 (i32.const 1024) (local.get $z))
    (f32.store offset=12 (i32.const 1024) (local.get $w))
    (f32.load (i32.const 1024)))
)

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (f32)
;;   memory m0 : i32 1..
;;   export "memory" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v21 = v128.load v0 align=4
;;     v22 = v128.load v1 align=4
;;     v15 = i32.const 1024
;;     v23 = f32x4.min v21, v22
;;     v128.store v15, v23 align=4
;;     v19 = i32.const 1024
;;     v20 = f32.load v19
;;     return v20
;;   }
;;   data data0 active m0 (i32.const 256) "\00\00\00\00\00\00\00\80\00\00\c0\7f\00\00\80?\00\00\00\80\00\00\00\00\00\00\80?\00\00\c0\ff"
;; }
