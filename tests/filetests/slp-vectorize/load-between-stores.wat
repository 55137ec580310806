;; A load between adjacent stores sees those before it and not those after it.
;; test: optimize -O3
;; features: simd
;; run: f(256, 256) == 3689610425511846950
;; run: f(256, 258) == 3689610425225454116
;; run: f(256, 600) == 3689610425225449746
(module
  (memory (export "memory") 1)
  (func (export "f") (param $a i32) (param $b i32) (result i64) (local $x i64)
    (i32.store (local.get $a) (i32.const 0x01020304))
    (i32.store offset=4 (local.get $a) (i32.const 0x11121314))
    (local.set $x (i64.load offset=4 (local.get $b)))
    (i32.store offset=8 (local.get $a) (i32.const 0x21222324))
    (i32.store offset=12 (local.get $a) (i32.const 0x31323334))
    (i64.add (local.get $x) (i64.load offset=6 (local.get $a))))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result i64)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32 i32) (result i64)
;;     local.get 0
;;     i32.const 16909060
;;     i32.store
;;     local.get 0
;;     i32.const 286397204
;;     i32.store offset=4
;;     local.get 1
;;     i64.load offset=4
;;     local.get 0
;;     i32.const 555885348
;;     i32.store offset=8
;;     local.get 0
;;     i32.const 825373492
;;     i32.store offset=12
;;     local.get 0
;;     i64.load offset=6
;;     i64.add
;;   )
;; )
