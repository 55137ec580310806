;; At -Oz, functions are compared as the other passes leave them, and their callers call the common function.
;; test: optimize -Oz
;; run: sum(2) == 9
(module
  (memory 1)
  (func $f (param i32) (result i32)
    (i32.store offset=400 (local.get 0) (i32.add (i32.const 1) (i32.const 0)))
    (i32.store offset=500 (local.get 0) (i32.mul (local.get 0) (i32.const 100000)))
    (i32.store offset=600 (local.get 0) (i32.mul (local.get 0) (i32.const 200000)))
    (i32.store offset=700 (local.get 0) (i32.mul (local.get 0) (i32.const 300000)))
    (i32.store offset=51000 (local.get 0) (i32.mul (local.get 0) (i32.const 5100000)))
    (i32.store offset=52000 (local.get 0) (i32.mul (local.get 0) (i32.const 5200000)))
    (i32.store offset=53000 (local.get 0) (i32.mul (local.get 0) (i32.const 5300000)))
    (i32.add (local.get 0) (i32.const 1)))
  (func $g (param i32) (result i32)
    (i32.store offset=400 (local.get 0) (i32.const 2))
    (i32.store offset=500 (local.get 0) (i32.mul (i32.const 100000) (local.get 0)))
    (i32.store offset=600 (local.get 0) (i32.mul (local.get 0) (i32.const 200000)))
    (i32.store offset=700 (local.get 0) (i32.mul (local.get 0) (i32.const 300000)))
    (i32.store offset=51000 (local.get 0) (i32.mul (local.get 0) (i32.const 5100000)))
    (i32.store offset=52000 (local.get 0) (i32.mul (local.get 0) (i32.const 5200000)))
    (i32.store offset=53000 (local.get 0) (i32.mul (local.get 0) (i32.const 5300000)))
    (i32.add (local.get 0) (i32.const 2)))
  (func (export "sum") (param i32) (result i32)
    (i32.add (call $f (local.get 0)) (call $g (call $g (local.get 0)))))
  (func (export "more") (param i32) (result i32)
    (i32.add (call $f (local.get 0)) (call $f (local.get 0)))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (type (;1;) (func (param i32 i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "sum" (func 0))
;;   (export "more" (func 1))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.const 1
;;     call $f|similar
;;     local.get 0
;;     i32.const 2
;;     call $f|similar
;;     i32.const 2
;;     call $f|similar
;;     i32.add
;;   )
;;   (func (;1;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.const 1
;;     call $f|similar
;;     local.get 0
;;     i32.const 1
;;     call $f|similar
;;     i32.add
;;   )
;;   (func $f|similar (;2;) (type 1) (param i32 i32) (result i32)
;;     local.get 0
;;     local.get 1
;;     i32.store offset=400
;;     local.get 0
;;     local.get 0
;;     i32.const 100000
;;     i32.mul
;;     i32.store offset=500
;;     local.get 0
;;     local.get 0
;;     i32.const 200000
;;     i32.mul
;;     i32.store offset=600
;;     local.get 0
;;     local.get 0
;;     i32.const 300000
;;     i32.mul
;;     i32.store offset=700
;;     local.get 0
;;     local.get 0
;;     i32.const 5100000
;;     i32.mul
;;     i32.store offset=51000
;;     local.get 0
;;     local.get 0
;;     i32.const 5200000
;;     i32.mul
;;     i32.store offset=52000
;;     local.get 0
;;     local.get 0
;;     i32.const 5300000
;;     i32.mul
;;     i32.store offset=53000
;;     local.get 0
;;     local.get 1
;;     i32.add
;;   )
;; )
