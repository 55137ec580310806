;; The operand of a field that is removed was what declared a function: a segment declares it in its place.
;; test: optimize -Oz
;; promise: closed-world
;; run: b() == 7
(module
  (type $f (func (result i32)))
  (type $v (struct (field (ref $f)) (field i32)))
  (global $g (ref $v) (struct.new $v (ref.func $h) (i32.const 7)))
  (table 4 funcref)
  (func $h (type $f) (i32.const 5))
  (func (export "a") (param i32) (table.set (local.get 0) (ref.func $h)))
  (func (export "c") (param i32) (result i32) (call_indirect (type $f) (local.get 0)))
  (func (export "b") (result i32) (struct.get $v 1 (global.get $g))))

;; expect:
;; (module
;;   (type $f (;0;) (func (result i32)))
;;   (type (;1;) (func (param i32)))
;;   (type (;2;) (func (param i32) (result i32)))
;;   (table (;0;) 4 funcref)
;;   (export "a" (func 1))
;;   (export "c" (func 2))
;;   (export "b" (func 3))
;;   (elem (;0;) declare func $h)
;;   (func $h (;0;) (type $f) (result i32)
;;     i32.const 5
;;   )
;;   (func (;1;) (type 1) (param i32)
;;     local.get 0
;;     ref.func $h
;;     table.set 0
;;   )
;;   (func (;2;) (type 2) (param i32) (result i32)
;;     local.get 0
;;     call_indirect (type $f)
;;   )
;;   (func (;3;) (type $f) (result i32)
;;     i32.const 7
;;   )
;; )
