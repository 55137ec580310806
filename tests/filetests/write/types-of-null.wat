;; A module may use the types of null alone of all that typed references bring: they stay what its signatures say.
;; test: optimize -O1
;; run: f() == 1
(module
  (global $func nullfuncref (ref.null nofunc))
  (global $exn nullexnref (ref.null noexn))
  (func $of_func (export "of_func") (result nullfuncref) (global.get $func))
  (func $of_exn (export "of_exn") (result nullexnref) (global.get $exn))
  (func (export "f") (result i32) (i32.and (ref.is_null (call $of_func)) (ref.is_null (call $of_exn)))))

;; expect:
;; (module
;;   (type (;0;) (func (result nullfuncref)))
;;   (type (;1;) (func (result nullexnref)))
;;   (type (;2;) (func (result i32)))
;;   (export "of_func" (func $of_func))
;;   (export "of_exn" (func $of_exn))
;;   (export "f" (func 2))
;;   (func $of_func (;0;) (type 0) (result nullfuncref)
;;     ref.null nofunc
;;   )
;;   (func $of_exn (;1;) (type 1) (result nullexnref)
;;     ref.null noexn
;;   )
;;   (func (;2;) (type 2) (result i32)
;;     i32.const 1
;;   )
;; )
