;; A call of a supertype reaches a function; a function that is called directly, or of which there is a reference, stays.
;; test: pass uncalled-functions,global-dce
;; run: f() == 7
;; run: direct() == 3
(module
  (type $open (sub (func (result i32))))
  (type $under (sub $open (func (result i32))))
  (type $number (func (result i64)))
  (type $empty (func))
  (table 4 funcref)
  (elem (i32.const 0) func $one $two $three $four)
  (elem declare func $three)
  (func $one (type $under) (i32.const 7))
  (func $two (type $number) (i64.const 3))
  (func $three (type $empty) (nop))
  (func $four (type $empty) (nop))
  (func (export "f") (result i32) (call_indirect (type $open) (i32.const 0)))
  (func (export "direct") (result i32) (i32.wrap_i64 (call $two)))
  (func (export "reference") (result funcref) (ref.func $three)))

;; expect:
;; (module
;;   (type $open (;0;) (sub (func (result i32))))
;;   (type $under (;1;) (sub $open (func (result i32))))
;;   (type $number (;2;) (func (result i64)))
;;   (type $empty (;3;) (func))
;;   (type (;4;) (func (result funcref)))
;;   (table (;0;) 4 funcref)
;;   (export "f" (func 4))
;;   (export "direct" (func 5))
;;   (export "reference" (func 6))
;;   (elem (;0;) (i32.const 0) func $one $two $three $four)
;;   (elem (;1;) declare func $three)
;;   (func $one (;0;) (type $under) (result i32)
;;     i32.const 7
;;   )
;;   (func $two (;1;) (type $number) (result i64)
;;     i64.const 3
;;   )
;;   (func $three (;2;) (type $empty))
;;   (func $four (;3;) (type $empty)
;;     unreachable
;;   )
;;   (func (;4;) (type $open) (result i32)
;;     i32.const 0
;;     call_indirect (type $open)
;;   )
;;   (func (;5;) (type $open) (result i32)
;;     call $two
;;     i32.wrap_i64
;;   )
;;   (func (;6;) (type 4) (result funcref)
;;     ref.func $three
;;   )
;; )
