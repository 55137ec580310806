;; Three sums and a difference, a lane that loads another element, a vec3 that leaves the fourth as it is.
;; test: optimize -O3
;; features: simd
;; run: f(256, 512) == -90.0
;; run: g(256, 512) == 64487424
;; run: vec3(256, 512) == 11.0
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\00\00\00\00\00\00\80\3f\00\00\80\40\00\00\10\41\00\00\80\41\00\00\c8\41\00\00\10\42\00\00\44\42")
  (data (i32.const 512) "\00\00\40\40\00\00\a0\40\00\00\e0\40\00\00\30\41")
  (func (export "f") (param $a i32) (param $b i32) (result f32)
    (f32.store (local.get $b) (f32.add (f32.load (local.get $a)) (f32.load offset=16 (local.get $a))))
    (f32.store offset=4 (local.get $b) (f32.add (f32.load offset=4 (local.get $a)) (f32.load offset=20 (local.get $a))))
    (f32.store offset=8 (local.get $b) (f32.sub (f32.load offset=8 (local.get $a)) (f32.load offset=24 (local.get $a))))
    (f32.store offset=12 (local.get $b) (f32.add (f32.load offset=12 (local.get $a)) (f32.load offset=28 (local.get $a))))
    (f32.sub (f32.load offset=8 (local.get $b)) (f32.load offset=12 (local.get $b))))
  (func (export "g") (param $a i32) (param $b i32) (result i32)
    (i32.store (local.get $b) (i32.add (i32.load (local.get $a)) (i32.load offset=16 (local.get $a))))
    (i32.store offset=4 (local.get $b) (i32.add (i32.load offset=4 (local.get $a)) (i32.load offset=24 (local.get $a))))
    (i32.store offset=8 (local.get $b) (i32.add (i32.load offset=8 (local.get $a)) (i32.load offset=20 (local.get $a))))
    (i32.store offset=12 (local.get $b) (i32.add (i32.load offset=12 (local.get $a)) (i32.load offset=28 (local.get $a))))
    (i32.xor (i32.load offset=4 (local.get $b)) (i32.load offset=8 (local.get $b))))
  (func (export "vec3") (param $a i32) (param $b i32) (result f32)
    (f32.store (local.get $b) (f32.mul (f32.load (local.get $a)) (f32.load (local.get $b))))
    (f32.store offset=4 (local.get $b) (f32.mul (f32.load offset=4 (local.get $a)) (f32.load offset=4 (local.get $b))))
    (f32.store offset=8 (local.get $b) (f32.mul (f32.load offset=8 (local.get $a)) (f32.load offset=8 (local.get $b))))
    (f32.load offset=12 (local.get $b)))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result f32)))
;;   (type (;1;) (func (param i32 i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "f" (func 0))
;;   (export "g" (func 1))
;;   (export "vec3" (func 2))
;;   (func (;0;) (type 0) (param i32 i32) (result f32)
;;     (local f32 f32)
;;     local.get 1
;;     local.get 0
;;     f32.load
;;     local.get 0
;;     f32.load offset=16
;;     f32.add
;;     f32.store
;;     local.get 1
;;     local.get 0
;;     f32.load offset=4
;;     local.get 0
;;     f32.load offset=20
;;     f32.add
;;     f32.store offset=4
;;     local.get 1
;;     local.get 0
;;     f32.load offset=8
;;     local.get 0
;;     f32.load offset=24
;;     f32.sub
;;     local.tee 2
;;     f32.store offset=8
;;     local.get 1
;;     local.get 0
;;     f32.load offset=12
;;     local.get 0
;;     f32.load offset=28
;;     f32.add
;;     local.tee 3
;;     f32.store offset=12
;;     local.get 2
;;     local.get 3
;;     f32.sub
;;   )
;;   (func (;1;) (type 1) (param i32 i32) (result i32)
;;     (local i32 i32)
;;     local.get 1
;;     local.get 0
;;     i32.load
;;     local.get 0
;;     i32.load offset=16
;;     i32.add
;;     i32.store
;;     local.get 1
;;     local.get 0
;;     i32.load offset=4
;;     local.get 0
;;     i32.load offset=24
;;     i32.add
;;     local.tee 2
;;     i32.store offset=4
;;     local.get 1
;;     local.get 0
;;     i32.load offset=8
;;     local.get 0
;;     i32.load offset=20
;;     i32.add
;;     local.tee 3
;;     i32.store offset=8
;;     local.get 1
;;     local.get 0
;;     i32.load offset=12
;;     local.get 0
;;     i32.load offset=28
;;     i32.add
;;     i32.store offset=12
;;     local.get 2
;;     local.get 3
;;     i32.xor
;;   )
;;   (func (;2;) (type 0) (param i32 i32) (result f32)
;;     local.get 1
;;     local.get 0
;;     f32.load
;;     local.get 1
;;     f32.load
;;     f32.mul
;;     f32.store
;;     local.get 1
;;     local.get 0
;;     f32.load offset=4
;;     local.get 1
;;     f32.load offset=4
;;     f32.mul
;;     f32.store offset=4
;;     local.get 1
;;     local.get 0
;;     f32.load offset=8
;;     local.get 1
;;     f32.load offset=8
;;     f32.mul
;;     f32.store offset=8
;;     local.get 1
;;     f32.load offset=12
;;   )
;;   (data (;0;) (i32.const 262) "\80?\00\00\80@\00\00\10A\00\00\80A\00\00\c8A\00\00\10B\00\00DB")
;;   (data (;1;) (i32.const 514) "@@\00\00\a0@\00\00\e0@\00\000A")
;; )
