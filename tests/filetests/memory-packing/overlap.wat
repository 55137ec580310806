;; Zeros of a later segment replace the bytes of an earlier one: both stay.
;; test: pass memory-packing
;; run: f(10) == 0
;; run: f(40) == 97
(module
  (memory 1)
  (data (i32.const 0) "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")
  (data (i32.const 8) "\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00")
  (func (export "f") (param i32) (result i32) (i32.load8_u (local.get 0))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.load8_u
;;   )
;;   (data (;0;) (i32.const 0) "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")
;;   (data (;1;) (i32.const 8) "\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00")
;; )
