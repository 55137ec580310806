;; Callees are inlined bottom-up: one function is left of a chain.
;; test: optimize -Oz
;; run: f(2) == 14
(module
  (func $a (param i32) (result i32) (i32.mul (local.get 0) (i32.const 3)))
  (func $b (param i32) (result i32) (i32.add (call $a (local.get 0)) (i32.const 1)))
  (func $c (param i32) (result i32) (i32.shl (call $b (local.get 0)) (i32.const 1)))
  (func (export "f") (param i32) (result i32) (call $c (local.get 0))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.const 3
;;     i32.mul
;;     i32.const 1
;;     i32.add
;;     i32.const 1
;;     i32.shl
;;   )
;; )
