;; Functions that differ in an offset of a store, in a type or in an operator stay as they are; so do those that are too
;; short, and callees where code of the module does not call references.
;; test: pass merge-similar
;; run: f(8) == 9
;; run: g(8) == 9
;; run: callee(8) == 9
(module
  (memory 1)
  (func $one (param i32) (result i32) (i32.add (local.get 0) (i32.const 1)))
  (func $two (param i32) (result i32) (i32.add (local.get 0) (i32.const 2)))
  (func (export "f") (param i32) (result i32)
    (i32.store offset=400 (local.get 0) (i32.const 1))
    (i32.store offset=500 (local.get 0) (i32.mul (local.get 0) (i32.const 100000)))
    (i32.store offset=51000 (local.get 0) (i32.mul (local.get 0) (i32.const 5100000)))
    (i32.store offset=52000 (local.get 0) (i32.mul (local.get 0) (i32.const 5200000)))
    (i32.store offset=53000 (local.get 0) (i32.mul (local.get 0) (i32.const 5300000)))
    (i32.add (local.get 0) (i32.const 1)))
  (func (export "g") (param i32) (result i32)
    (i32.store offset=404 (local.get 0) (i32.const 1))
    (i32.store offset=500 (local.get 0) (i32.mul (local.get 0) (i32.const 100000)))
    (i32.store offset=51000 (local.get 0) (i32.mul (local.get 0) (i32.const 5100000)))
    (i32.store offset=52000 (local.get 0) (i32.mul (local.get 0) (i32.const 5200000)))
    (i32.store offset=53000 (local.get 0) (i32.mul (local.get 0) (i32.const 5300000)))
    (i32.add (local.get 0) (i32.const 1)))
  (func (export "unsigned") (param i32) (result i32)
    (i32.store offset=400 (local.get 0) (i32.const 1))
    (i32.store offset=500 (local.get 0) (i32.mul (local.get 0) (i32.const 100000)))
    (i32.store offset=51000 (local.get 0) (i32.mul (local.get 0) (i32.const 5100000)))
    (i32.store offset=52000 (local.get 0) (i32.mul (local.get 0) (i32.const 5200000)))
    (i32.store offset=53000 (local.get 0) (i32.mul (local.get 0) (i32.const 5300000)))
    (i32.shr_u (local.get 0) (i32.const 1)))
  (func (export "callee") (param i32) (result i32)
    (i32.store offset=400 (local.get 0) (i32.const 1))
    (i32.store offset=500 (local.get 0) (i32.mul (local.get 0) (i32.const 100000)))
    (i32.store offset=51000 (local.get 0) (i32.mul (local.get 0) (i32.const 5100000)))
    (i32.store offset=52000 (local.get 0) (i32.mul (local.get 0) (i32.const 5200000)))
    (i32.store offset=53000 (local.get 0) (i32.mul (local.get 0) (i32.const 5300000)))
    (call $one (local.get 0)))
  (func (export "other") (param i32) (result i32)
    (i32.store offset=400 (local.get 0) (i32.const 1))
    (i32.store offset=500 (local.get 0) (i32.mul (local.get 0) (i32.const 100000)))
    (i32.store offset=51000 (local.get 0) (i32.mul (local.get 0) (i32.const 5100000)))
    (i32.store offset=52000 (local.get 0) (i32.mul (local.get 0) (i32.const 5200000)))
    (i32.store offset=53000 (local.get 0) (i32.mul (local.get 0) (i32.const 5300000)))
    (call $two (local.get 0))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "f" (func 2))
;;   (export "g" (func 3))
;;   (export "unsigned" (func 4))
;;   (export "callee" (func 5))
;;   (export "other" (func 6))
;;   (func $one (;0;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.const 1
;;     i32.add
;;   )
;;   (func $two (;1;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.const 2
;;     i32.add
;;   )
;;   (func (;2;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.const 1
;;     i32.store offset=400
;;     local.get 0
;;     local.get 0
;;     i32.const 100000
;;     i32.mul
;;     i32.store offset=500
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
;;     i32.const 1
;;     i32.add
;;   )
;;   (func (;3;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.const 1
;;     i32.store offset=404
;;     local.get 0
;;     local.get 0
;;     i32.const 100000
;;     i32.mul
;;     i32.store offset=500
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
;;     i32.const 1
;;     i32.add
;;   )
;;   (func (;4;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.const 1
;;     i32.store offset=400
;;     local.get 0
;;     local.get 0
;;     i32.const 100000
;;     i32.mul
;;     i32.store offset=500
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
;;     i32.const 1
;;     i32.shr_u
;;   )
;;   (func (;5;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.const 1
;;     i32.store offset=400
;;     local.get 0
;;     local.get 0
;;     i32.const 100000
;;     i32.mul
;;     i32.store offset=500
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
;;     call $one
;;   )
;;   (func (;6;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.const 1
;;     i32.store offset=400
;;     local.get 0
;;     local.get 0
;;     i32.const 100000
;;     i32.mul
;;     i32.store offset=500
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
;;     call $two
;;   )
;; )
