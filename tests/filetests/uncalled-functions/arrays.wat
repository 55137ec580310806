;; A segment may be copied to an array, whose elements are called by reference.
;; test: pass uncalled-functions,global-dce
;; run: f() == 7
;; run: g() == 7
(module
  (type $number (func (result i32)))
  (type $list (array (mut funcref)))
  (table 2 funcref)
  (elem $passive func $one $two)
  (func $one (type $number) (i32.const 7))
  (func $two (type $number) (i32.const 8))
  (func (export "f") (result i32)
    (call_ref $number (ref.cast (ref $number)
      (array.get $list (array.new_elem $list $passive (i32.const 0) (i32.const 2)) (i32.const 0)))))
  (func (export "g") (result i32) (local $l (ref $list))
    (local.set $l (array.new_default $list (i32.const 2)))
    (array.init_elem $list $passive (local.get $l) (i32.const 0) (i32.const 0) (i32.const 2))
    (call_ref $number (ref.cast (ref $number) (array.get $list (local.get $l) (i32.const 0))))))

;; expect:
;; (module
;;   (type $number (;0;) (func (result i32)))
;;   (type $list (;1;) (array (mut funcref)))
;;   (export "f" (func 2))
;;   (export "g" (func 3))
;;   (elem $passive (;0;) func $one $two)
;;   (func $one (;0;) (type $number) (result i32)
;;     i32.const 7
;;   )
;;   (func $two (;1;) (type $number) (result i32)
;;     i32.const 8
;;   )
;;   (func (;2;) (type $number) (result i32)
;;     i32.const 0
;;     i32.const 2
;;     array.new_elem $list $passive
;;     i32.const 0
;;     array.get $list
;;     ref.cast (ref $number)
;;     call_ref $number
;;   )
;;   (func (;3;) (type $number) (result i32)
;;     (local (ref $list))
;;     i32.const 2
;;     array.new_default $list
;;     local.tee 0
;;     i32.const 0
;;     i32.const 0
;;     i32.const 2
;;     array.init_elem $list $passive
;;     local.get 0
;;     i32.const 0
;;     array.get $list
;;     ref.cast (ref $number)
;;     call_ref $number
;;   )
;; )
