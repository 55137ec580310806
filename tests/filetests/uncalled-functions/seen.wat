;; Whoever reads elements of a table can call what is in it, and so can a host that has the table.
;; test: pass uncalled-functions,global-dce
;; run: f() == 0
(module
  (table $t 2 funcref)
  (elem (table $t) (i32.const 0) func $one $two)
  (func $one (result i32) (i32.const 7))
  (func $two (result i32) (i32.const 8))
  (func (export "f") (result i32) (ref.is_null (table.get $t (i32.const 0)))))

;; expect:
;; (module
;;   (type (;0;) (func (result i32)))
;;   (table $t (;0;) 2 funcref)
;;   (export "f" (func 2))
;;   (elem (;0;) (i32.const 0) func $one $two)
;;   (func $one (;0;) (type 0) (result i32)
;;     i32.const 7
;;   )
;;   (func $two (;1;) (type 0) (result i32)
;;     i32.const 8
;;   )
;;   (func (;2;) (type 0) (result i32)
;;     i32.const 0
;;     table.get $t
;;     ref.is_null
;;   )
;; )
