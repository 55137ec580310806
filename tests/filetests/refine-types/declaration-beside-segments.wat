;; The same where the module has segments, one of which refers to another function.
;; test: optimize -Oz
;; promise: closed-world
;; run: b() == 7
;; run: c(3) == 9
(module
  (type $f (func (result i32)))
  (type $v (struct (field (ref $f)) (field i32)))
  (global $g (ref $v) (struct.new $v (ref.func $h) (i32.const 7)))
  (table 4 funcref)
  (elem (i32.const 3) func $other)
  (func $other (type $f) (i32.const 9))
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
;;   (export "a" (func 2))
;;   (export "c" (func 3))
;;   (export "b" (func 4))
;;   (elem (;0;) (i32.const 3) func $other)
;;   (elem (;1;) declare func $h)
;;   (func $other (;0;) (type $f) (result i32)
;;     i32.const 9
;;   )
;;   (func $h (;1;) (type $f) (result i32)
;;     i32.const 5
;;   )
;;   (func (;2;) (type 1) (param i32)
;;     local.get 0
;;     ref.func $h
;;     table.set 0
;;   )
;;   (func (;3;) (type 2) (param i32) (result i32)
;;     local.get 0
;;     call_indirect (type $f)
;;   )
;;   (func (;4;) (type $f) (result i32)
;;     i32.const 7
;;   )
;; )
