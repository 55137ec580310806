;; Of equal functions one represents all, also where it is inlined.
;; test: optimize -Oz
;; run: f(2) == 12
(module
  (func $a (param i32) (result i32) (i32.mul (local.get 0) (i32.const 3)))
  (func $b (param i32) (result i32) (i32.mul (local.get 0) (i32.const 3)))
  (func (export "f") (param i32) (result i32)
    (i32.add (call $a (local.get 0)) (call $b (local.get 0)))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.const 3
;;     i32.mul
;;     local.tee 0
;;     local.get 0
;;     i32.add
;;   )
;; )
