;; An exported function stays, so its only call is not inlined when optimizing for size.
;; test: optimize -Oz
;; run: f(3) == 6
;; run: g(3) == 9
(module
  (func $g (export "g") (param i32) (result i32)
    (i32.mul (i32.mul (local.get 0) (local.get 0)) (i32.sub (local.get 0) (i32.const 2))))
  (func (export "f") (param i32) (result i32) (i32.sub (call $g (local.get 0)) (i32.const 3))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (export "g" (func $g))
;;   (export "f" (func 1))
;;   (func $g (;0;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     local.get 0
;;     i32.mul
;;     local.get 0
;;     i32.const -2
;;     i32.add
;;     i32.mul
;;   )
;;   (func (;1;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     call $g
;;     i32.const -3
;;     i32.add
;;   )
;; )
