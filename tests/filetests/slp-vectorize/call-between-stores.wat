;; A call between adjacent stores sees what was stored before it.
;; test: optimize -O3
;; features: simd
;; run: f(256) == 501
(module
  (memory (export "memory") 1)
  (func $sum (param $a i32) (param $k i32) (result i32)
    (if (local.get $k) (then (return (call $sum (local.get $a) (i32.sub (local.get $k) (i32.const 1))))))
    (i32.add (i32.load (local.get $a)) (i32.load offset=12 (local.get $a))))
  (func (export "f") (param $a i32) (result i32) (local $x i32)
    (i32.store (local.get $a) (i32.const 1))
    (i32.store offset=4 (local.get $a) (i32.const 2))
    (local.set $x (call $sum (local.get $a) (i32.const 1)))
    (i32.store offset=8 (local.get $a) (i32.const 3))
    (i32.store offset=12 (local.get $a) (i32.const 4))
    (i32.add (local.get $x) (i32.mul (i32.const 100) (call $sum (local.get $a) (i32.const 2)))))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result i32)))
;;   (type (;1;) (func (param i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "f" (func 1))
;;   (func $sum (;0;) (type 0) (param i32 i32) (result i32)
;;     local.get 1
;;     if (result i32) ;; label = @1
;;       local.get 0
;;       local.get 1
;;       i32.const -1
;;       i32.add
;;       call $sum
;;     else
;;       local.get 0
;;       i32.load
;;       local.get 0
;;       i32.load offset=12
;;       i32.add
;;     end
;;   )
;;   (func (;1;) (type 1) (param i32) (result i32)
;;     local.get 0
;;     i32.const 1
;;     i32.store
;;     local.get 0
;;     i32.const 2
;;     i32.store offset=4
;;     local.get 0
;;     i32.const 1
;;     call $sum
;;     local.get 0
;;     i32.const 3
;;     i32.store offset=8
;;     local.get 0
;;     i32.const 4
;;     i32.store offset=12
;;     local.get 0
;;     i32.const 2
;;     call $sum
;;     i32.const 100
;;     i32.mul
;;     i32.add
;;   )
;; )
