;; A field that is only assigned when objects are made is immutable; not one that is assigned through a subtype.
;; test: pass refine-types
;; promise: closed-world
;; run: f(5) == 9
(module
  (type $a (sub (struct (field (mut i32)) (field (mut i32)))))
  (type $b (sub $a (struct (field (mut i32)) (field (mut i32)))))
  (func $read (param $a (ref $a)) (result i32)
    (i32.add (struct.get $a 0 (local.get $a)) (struct.get $a 1 (local.get $a))))
  (func (export "f") (param $n i32) (result i32)
    (local $b (ref $b))
    (local.set $b (struct.new $b (local.get $n) (i32.const 1)))
    (struct.set $b 1 (local.get $b) (i32.const 4))
    (call $read (local.get $b))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (type $a (;1;) (sub (struct (field i32) (field (mut i32)))))
;;   (type (;2;) (func (param (ref $a)) (result i32)))
;;   (export "f" (func 1))
;;   (func $read (;0;) (type 2) (param (ref $a)) (result i32)
;;     local.get 0
;;     struct.get $a 0
;;     local.get 0
;;     struct.get $a 1
;;     i32.add
;;   )
;;   (func (;1;) (type 0) (param i32) (result i32)
;;     (local (ref $a))
;;     local.get 0
;;     i32.const 1
;;     struct.new $a
;;     local.tee 1
;;     i32.const 4
;;     struct.set $a 1
;;     local.get 1
;;     call $read
;;   )
;; )
