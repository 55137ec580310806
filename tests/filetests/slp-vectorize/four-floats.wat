;; Four adjacent sums; the arrays may overlap, so that a store is loaded by the next lane.
;; test: optimize -O3
;; features: simd
;; run: f(256, 512) == 15.0
;; run: f(256, 260) == 38.0
;; run: f(260, 256) == 36.0
;; run: f(256, 256) == 24.0
;; run: f(65520, 256) == 19.0
;; run: f(65524, 256) == trap
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\00\00\80\3f\00\00\00\40\00\00\80\40\00\00\00\41\00\00\80\41\00\00\00\42")
  (data (i32.const 512) "\00\00\00\3f\00\00\80\3e\00\00\00\3e\00\00\40\40")
  (data (i32.const 65520) "\00\00\80\3f\00\00\00\40\00\00\40\40\00\00\80\40")
  (func (export "f") (param $a i32) (param $b i32) (result f32)
    (f32.store offset=0 (local.get $b) (f32.add (f32.load offset=0 (local.get $a)) (f32.load offset=0 (local.get $b))))
    (f32.store offset=4 (local.get $b) (f32.add (f32.load offset=4 (local.get $a)) (f32.load offset=4 (local.get $b))))
    (f32.store offset=8 (local.get $b) (f32.add (f32.load offset=8 (local.get $a)) (f32.load offset=8 (local.get $b))))
    (f32.store offset=12 (local.get $b) (f32.add (f32.load offset=12 (local.get $a)) (f32.load offset=12 (local.get $b))))
    (f32.add (f32.load offset=12 (local.get $b)) (f32.load (i32.const 264))))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result f32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32 i32) (result f32)
;;     (local f32)
;;     local.get 1
;;     local.get 0
;;     f32.load
;;     local.get 1
;;     f32.load
;;     f32.add
;;     f32.store
;;     local.get 1
;;     local.get 0
;;     f32.load offset=4
;;     local.get 1
;;     f32.load offset=4
;;     f32.add
;;     f32.store offset=4
;;     local.get 1
;;     local.get 0
;;     f32.load offset=8
;;     local.get 1
;;     f32.load offset=8
;;     f32.add
;;     f32.store offset=8
;;     local.get 1
;;     local.get 0
;;     f32.load offset=12
;;     local.get 1
;;     f32.load offset=12
;;     f32.add
;;     local.tee 2
;;     f32.store offset=12
;;     local.get 2
;;     i32.const 264
;;     f32.load
;;     f32.add
;;   )
;;   (data (;0;) (i32.const 258) "\80?\00\00\00@\00\00\80@\00\00\00A\00\00\80A\00\00\00B")
;;   (data (;1;) (i32.const 515) "?\00\00\80>\00\00\00>\00\00@@")
;;   (data (;2;) (i32.const 65522) "\80?\00\00\00@\00\00@@\00\00\80@")
;; )
