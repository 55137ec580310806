;; A constant argument decides a branch of the inlined body.
;; test: optimize -O3
;; run: f(5) == 10
;; run: g(5) == 25
(module
  (func $either (export "either") (param i32 i32) (result i32)
    (if (result i32) (local.get 1)
      (then (i32.add (local.get 0) (local.get 0)))
      (else (i32.mul (local.get 0) (local.get 0)))))
  (func (export "f") (param i32) (result i32) (call $either (local.get 0) (i32.const 1)))
  (func (export "g") (param i32) (result i32) (call $either (local.get 0) (i32.const 0))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result i32)))
;;   (type (;1;) (func (param i32) (result i32)))
;;   (export "either" (func $either))
;;   (export "f" (func 1))
;;   (export "g" (func 2))
;;   (func $either (;0;) (type 0) (param i32 i32) (result i32)
;;     local.get 1
;;     if (result i32) ;; label = @1
;;       local.get 0
;;       local.get 0
;;       i32.add
;;     else
;;       local.get 0
;;       local.get 0
;;       i32.mul
;;     end
;;   )
;;   (func (;1;) (type 1) (param i32) (result i32)
;;     local.get 0
;;     local.get 0
;;     i32.add
;;   )
;;   (func (;2;) (type 1) (param i32) (result i32)
;;     local.get 0
;;     local.get 0
;;     i32.mul
;;   )
;; )
