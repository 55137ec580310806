;; Functions that differ in constants call a common one with these, equal ones once; an address of a load is a constant.
;; test: pass merge-similar
;; run: f(8) == 9
;; run: g(8) == 19
;; run: h(8) == 30
(module
  (memory 1)
  (data (i32.const 100) "\01\00\00\00\02\00\00\00\03\00\00\00")
  (func (export "f") (param i32) (result i32)
    (i32.store offset=400 (local.get 0) (i32.const 1))
    (i32.store offset=500 (local.get 0) (i32.mul (local.get 0) (i32.const 100000)))
    (i32.store offset=600 (local.get 0) (i32.const 0))
    (i32.store offset=700 (local.get 0) (i32.mul (local.get 0) (i32.const 200000)))
    (i32.store offset=800 (local.get 0) (i32.mul (local.get 0) (i32.const 300000)))
    (i32.add (i32.add (i32.const 0) (i32.mul (local.get 0) (i32.const 1)))
             (i32.load offset=96 (i32.const 4))))
  (func (export "g") (param i32) (result i32)
    (i32.store offset=400 (local.get 0) (i32.const 2))
    (i32.store offset=500 (local.get 0) (i32.mul (local.get 0) (i32.const 100000)))
    (i32.store offset=600 (local.get 0) (i32.const 0))
    (i32.store offset=700 (local.get 0) (i32.mul (local.get 0) (i32.const 200000)))
    (i32.store offset=800 (local.get 0) (i32.mul (local.get 0) (i32.const 300000)))
    (i32.add (i32.add (i32.const 1) (i32.mul (local.get 0) (i32.const 2)))
             (i32.load offset=100 (i32.const 4))))
  (func (export "h") (param i32) (result i32)
    (i32.store offset=400 (local.get 0) (i32.const 3))
    (i32.store offset=500 (local.get 0) (i32.mul (local.get 0) (i32.const 100000)))
    (i32.store offset=600 (local.get 0) (i32.const 0))
    (i32.store offset=700 (local.get 0) (i32.mul (local.get 0) (i32.const 200000)))
    (i32.store offset=800 (local.get 0) (i32.mul (local.get 0) (i32.const 300000)))
    (i32.add (i32.add (i32.const 3) (i32.mul (local.get 0) (i32.const 3)))
             (i32.load offset=104 (i32.const 4)))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (type (;1;) (func (param i32 i32 i32 i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "f" (func 0))
;;   (export "g" (func 1))
;;   (export "h" (func 2))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.const 1
;;     i32.const 0
;;     i32.const 100
;;     call 3
;;   )
;;   (func (;1;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.const 2
;;     i32.const 1
;;     i32.const 104
;;     call 3
;;   )
;;   (func (;2;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.const 3
;;     i32.const 3
;;     i32.const 108
;;     call 3
;;   )
;;   (func (;3;) (type 1) (param i32 i32 i32 i32) (result i32)
;;     local.get 0
;;     local.get 1
;;     i32.store offset=400
;;     local.get 0
;;     local.get 0
;;     i32.const 100000
;;     i32.mul
;;     i32.store offset=500
;;     local.get 0
;;     i32.const 0
;;     i32.store offset=600
;;     local.get 0
;;     local.get 0
;;     i32.const 200000
;;     i32.mul
;;     i32.store offset=700
;;     local.get 0
;;     local.get 0
;;     i32.const 300000
;;     i32.mul
;;     i32.store offset=800
;;     local.get 2
;;     local.get 0
;;     local.get 1
;;     i32.mul
;;     i32.add
;;     local.get 3
;;     i32.load
;;     i32.add
;;   )
;;   (data (;0;) (i32.const 100) "\01\00\00\00\02\00\00\00\03\00\00\00")
;; )
