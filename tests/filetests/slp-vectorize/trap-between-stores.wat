;; Of four adjacent stores the third is out of bounds: the first two are done.
;; test: optimize -O3
;; features: simd
;; run: f(65520) == 5
;; run: f(65528) == trap
;; run: last() == trap
;; run: down() == trap
(module
  (memory (export "memory") 1)
  (func $f (export "f") (param $a i32) (result i32)
    (i32.store (local.get $a) (i32.const 1))
    (i32.store offset=4 (local.get $a) (i32.const 2))
    (i32.store offset=8 (local.get $a) (i32.const 3))
    (i32.store offset=12 (local.get $a) (i32.const 4))
    (i32.const 5))
  (func (export "last") (result i32) (call $f (i32.const 65526)))
  ;; From the last to the first: the trap comes before any.
  (func (export "down") (result i32)
    (i32.store offset=12 (i32.const 65528) (i32.const 4))
    (i32.store offset=8 (i32.const 65528) (i32.const 3))
    (i32.store offset=4 (i32.const 65528) (i32.const 2))
    (i32.store (i32.const 65528) (i32.const 1))
    (i32.const 5))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (type (;1;) (func (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "f" (func $f))
;;   (export "last" (func 1))
;;   (export "down" (func 2))
;;   (func $f (;0;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.const 1
;;     i32.store
;;     local.get 0
;;     i32.const 2
;;     i32.store offset=4
;;     local.get 0
;;     i32.const 3
;;     i32.store offset=8
;;     local.get 0
;;     i32.const 4
;;     i32.store offset=12
;;     i32.const 5
;;   )
;;   (func (;1;) (type 1) (result i32)
;;     i32.const 65526
;;     i32.const 1
;;     i32.store
;;     i32.const 65526
;;     i32.const 2
;;     i32.store offset=4
;;     i32.const 65526
;;     i32.const 3
;;     i32.store offset=8
;;     i32.const 65526
;;     i32.const 4
;;     i32.store offset=12
;;     i32.const 5
;;   )
;;   (func (;2;) (type 1) (result i32)
;;     i32.const 65528
;;     v128.const i32x4 0x00000001 0x00000002 0x00000003 0x00000004
;;     v128.store align=4
;;     i32.const 5
;;   )
;; )
