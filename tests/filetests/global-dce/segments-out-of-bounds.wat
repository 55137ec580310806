;; An active segment of an unused memory or table that may be out of bounds, which traps at instantiation, stays
;; with it. One that is in bounds is removed.
;; test: pass global-dce
(module
  (memory $small 1)
  (memory $large 2)
  (table $none 0 funcref)
  (table $one 1 funcref)
  (data (memory $small) (i32.const 65535) "ab")
  (data (memory $large) (i32.const 65535) "ab")
  (elem (table $none) (i32.const 0) func $f)
  (elem (table $one) (i32.const 0) func $f)
  (func $f)
  (func (export "g") (result i32) (i32.const 1)))

;; expect:
;; (module
;;   (type (;0;) (func))
;;   (type (;1;) (func (result i32)))
;;   (table $none (;0;) 0 funcref)
;;   (memory $small (;0;) 1)
;;   (export "g" (func 1))
;;   (elem (;0;) (i32.const 0) func $f)
;;   (func $f (;0;) (type 0))
;;   (func (;1;) (type 1) (result i32)
;;     i32.const 1
;;   )
;;   (data (;0;) (i32.const 65535) "ab")
;; )
