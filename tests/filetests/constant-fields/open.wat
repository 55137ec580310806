;; Without the promise of a closed world: only immutable fields of objects in immutable globals are known. A mutable one
;; of the object, and one of an object in a global that may change, are read.
;; test: optimize -O1
;; run: immutable() == 12
;; run: mutable() == 13
;; run: method() == 5
;; run: other() == 12
(module
  (type $f (func (result i32)))
  (type $Class (struct (field i32) (field (mut i32)) (field (ref $f))))
  (global $class (ref $Class) (struct.new $Class (i32.const 12) (i32.const 13) (ref.func $five)))
  (global $variable (mut (ref $Class)) (struct.new $Class (i32.const 12) (i32.const 13) (ref.func $five)))
  (elem declare func $five)
  (func $five (type $f) (i32.const 5))
  (func (export "immutable") (result i32) (struct.get $Class 0 (global.get $class)))
  (func (export "mutable") (result i32) (struct.get $Class 1 (global.get $class)))
  (func (export "method") (result i32) (call_ref $f (struct.get $Class 2 (global.get $class))))
  (func (export "change") (global.set $variable (global.get $class)))
  (func (export "other") (result i32) (struct.get $Class 0 (global.get $variable))))

;; expect:
;; (module
;;   (type $f (;0;) (func (result i32)))
;;   (type $Class (;1;) (struct (field i32) (field (mut i32)) (field (ref $f))))
;;   (type (;2;) (func))
;;   (global $class (;0;) (ref $Class) i32.const 12 i32.const 13 ref.func $five struct.new $Class)
;;   (global $variable (;1;) (mut (ref $Class)) i32.const 12 i32.const 13 ref.func $five struct.new $Class)
;;   (export "immutable" (func 1))
;;   (export "mutable" (func 2))
;;   (export "method" (func 3))
;;   (export "change" (func 4))
;;   (export "other" (func 5))
;;   (elem (;0;) declare func $five)
;;   (func $five (;0;) (type $f) (result i32)
;;     i32.const 5
;;   )
;;   (func (;1;) (type $f) (result i32)
;;     i32.const 12
;;   )
;;   (func (;2;) (type $f) (result i32)
;;     global.get $class
;;     struct.get $Class 1
;;   )
;;   (func (;3;) (type $f) (result i32)
;;     i32.const 5
;;   )
;;   (func (;4;) (type 2)
;;     global.get $class
;;     global.set $variable
;;   )
;;   (func (;5;) (type $f) (result i32)
;;     global.get $variable
;;     struct.get $Class 0
;;   )
;; )
