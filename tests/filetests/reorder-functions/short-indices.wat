;; Where all indices take one byte, functions stay in their order: neighbours are often alike, and compress better.
;; test: pass reorder-functions
;; run: f(1) == 8
(module
  (func $rare (param i32) (result i32) (i32.const 5))
  (func (export "f") (param i32) (result i32)
    (call $often (call $often (call $often (local.get 0)))))
  (func $often (param i32) (result i32) (i32.shl (local.get 0) (i32.const 1))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (export "f" (func 1))
;;   (func $rare (;0;) (type 0) (param i32) (result i32)
;;     i32.const 5
;;   )
;;   (func (;1;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     call $often
;;     call $often
;;     call $often
;;   )
;;   (func $often (;2;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.const 1
;;     i32.shl
;;   )
;; )
