;; One scalar in all lanes is a splat.
;; test: pass slp-vectorize,dce
;; features: simd
;; run: f(256, 3.0) == 12.0
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\00\00\80\3f\00\00\00\40\00\00\40\40\00\00\80\40\00\00\00\3f\00\00\00\3f\00\00\80\3f\00\00\80\3f")
  (func (export "f") (param $a i32) (param $k f32) (result f32) (local $x f32) (local $y f32) (local $z f32) (local $w f32)
    (local.set $x (f32.mul (f32.load offset=0 (local.get $a)) (local.get $k)))
    (local.set $y (f32.mul (f32.load offset=4 (local.get $a)) (local.get $k)))
    (local.set $z (f32.mul (f32.load offset=8 (local.get $a)) (local.get $k)))
    (local.set $w (f32.mul (f32.load offset=12 (local.get $a)) (local.get $k)))
    (f32.store offset=0 (local.get $a) (local.get $x))
    (f32.store offset=4 (local.get $a) (local.get $y))
    (f32.store offset=8 (local.get $a) (local.get $z))
    (f32.store offset=12 (local.get $a) (local.get $w))
    (f32.load offset=12 (local.get $a)))
)

;; expect:
;; module {
;;   ty0 = func (i32, f32) -> (f32)
;;   memory m0 : i32 1..
;;   export "memory" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: f32):
;;     v12 = v128.load v0 align=4
;;     v13 = f32x4.splat v1
;;     v14 = f32x4.mul v12, v13
;;     v128.store v0, v14 align=4
;;     v11 = f32.load v0 offset=12
;;     return v11
;;   }
;;   data data0 active m0 (i32.const 256) "\00\00\80?\00\00\00@\00\00@@\00\00\80@\00\00\00?\00\00\00?\00\00\80?\00\00\80?"
;; }
