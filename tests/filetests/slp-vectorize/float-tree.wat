;; A dot product of four keeps the order of its sum; one of integers need not.
;; test: optimize -O3
;; features: simd
;; run: f(256, 512) == 1.0
;; run: g(256, 512) == -536870912
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\20\bc\be\4c\00\00\80\3f\20\bc\be\cc\00\00\80\3f")
  (data (i32.const 512) "\00\00\80\3f\00\00\80\3f\00\00\80\3f\00\00\80\3f")
  (func (export "f") (param $a i32) (param $b i32) (result f32)
    (f32.add (f32.add (f32.add
      (f32.mul (f32.load (local.get $a)) (f32.load (local.get $b)))
      (f32.mul (f32.load offset=4 (local.get $a)) (f32.load offset=4 (local.get $b))))
      (f32.mul (f32.load offset=8 (local.get $a)) (f32.load offset=8 (local.get $b))))
      (f32.mul (f32.load offset=12 (local.get $a)) (f32.load offset=12 (local.get $b)))))
  (func (export "g") (param $a i32) (param $b i32) (result i32)
    (i32.add (i32.add (i32.add
      (i32.mul (i32.load (local.get $a)) (i32.load (local.get $b)))
      (i32.mul (i32.load offset=4 (local.get $a)) (i32.load offset=4 (local.get $b))))
      (i32.mul (i32.load offset=8 (local.get $a)) (i32.load offset=8 (local.get $b))))
      (i32.mul (i32.load offset=12 (local.get $a)) (i32.load offset=12 (local.get $b)))))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result f32)))
;;   (type (;1;) (func (param i32 i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "f" (func 0))
;;   (export "g" (func 1))
;;   (func (;0;) (type 0) (param i32 i32) (result f32)
;;     local.get 0
;;     f32.load
;;     local.get 1
;;     f32.load
;;     f32.mul
;;     local.get 0
;;     f32.load offset=4
;;     local.get 1
;;     f32.load offset=4
;;     f32.mul
;;     f32.add
;;     local.get 0
;;     f32.load offset=8
;;     local.get 1
;;     f32.load offset=8
;;     f32.mul
;;     f32.add
;;     local.get 0
;;     f32.load offset=12
;;     local.get 1
;;     f32.load offset=12
;;     f32.mul
;;     f32.add
;;   )
;;   (func (;1;) (type 1) (param i32 i32) (result i32)
;;     local.get 0
;;     i32.load
;;     local.get 1
;;     i32.load
;;     i32.mul
;;     local.get 0
;;     i32.load offset=4
;;     local.get 1
;;     i32.load offset=4
;;     i32.mul
;;     i32.add
;;     local.get 0
;;     i32.load offset=8
;;     local.get 1
;;     i32.load offset=8
;;     i32.mul
;;     i32.add
;;     local.get 0
;;     i32.load offset=12
;;     local.get 1
;;     i32.load offset=12
;;     i32.mul
;;     i32.add
;;   )
;;   (data (;0;) (i32.const 256) " \bc\beL\00\00\80? \bc\be\cc\00\00\80?")
;;   (data (;1;) (i32.const 514) "\80?\00\00\80?\00\00\80?\00\00\80?")
;; )
