;; A field that is read through a subtype, or through a supertype, stays in all types that have it.
;; test: pass refine-types
;; promise: closed-world
;; run: f(5) == 5
;; run: g(5) == 6
(module
  (type $a (sub (struct (field i32) (field i32))))
  (type $b (sub $a (struct (field i32) (field i32) (field i32) (field i32))))
  (func (export "f") (param $n i32) (result i32)
    (struct.get $b 0 (struct.new $b (local.get $n) (i32.const 1) (i32.const 2) (i32.const 3))))
  (func $of (param $a (ref $a)) (result i32)
    (i32.add (struct.get $a 0 (local.get $a)) (struct.get $a 1 (local.get $a))))
  (func (export "g") (param $n i32) (result i32)
    (call $of (struct.new $b (local.get $n) (i32.const 1) (i32.const 2) (i32.const 3))))
  (func (export "h") (param $n i32) (result i32)
    (struct.get $b 2 (struct.new $b (local.get $n) (i32.const 1) (i32.const 2) (i32.const 3)))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (type $a (;1;) (sub (struct (field i32) (field i32))))
;;   (type $b (;2;) (sub $a (struct (field i32) (field i32) (field i32))))
;;   (type (;3;) (func (param (ref $b)) (result i32)))
;;   (export "f" (func 0))
;;   (export "g" (func 2))
;;   (export "h" (func 3))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.const 1
;;     i32.const 2
;;     struct.new $b
;;     struct.get $b 0
;;   )
;;   (func $of (;1;) (type 3) (param (ref $b)) (result i32)
;;     local.get 0
;;     struct.get $a 0
;;     local.get 0
;;     struct.get $a 1
;;     i32.add
;;   )
;;   (func (;2;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.const 1
;;     i32.const 2
;;     struct.new $b
;;     call $of
;;   )
;;   (func (;3;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.const 1
;;     i32.const 2
;;     struct.new $b
;;     struct.get $b 2
;;   )
;; )
