;; A call in a try_table is inlined; the exception that the body throws is then a jump to its handler.
;; test: optimize -O3
;; run: f(0) == 1
;; run: f(1) == 7
(module
  (tag $t (param i32))
  (func $throw (param i32) (if (local.get 0) (then (throw $t (i32.const 7)))))
  (func (export "f") (param i32) (result i32)
    (block $caught (result i32)
      (try_table (catch $t $caught) (call $throw (local.get 0)))
      (i32.const 1))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     i32.const 7
;;     i32.const 1
;;     local.get 0
;;     select
;;   )
;; )
