;; A field that is removed is the only one that mentions its type, which is removed with it. What is below it on the stack
;; stays.
;; test: pass refine-types
;; promise: closed-world
;; run: f(5) == 6
(module
  (type $gone (struct (field i32)))
  (type $t (struct (field i32) (field (ref null $gone)) (field i32)))
  (func $make (param $n i32) (result (ref $t))
    (struct.new $t (local.get $n) (ref.null none) (i32.const 1)))
  (func (export "f") (param $n i32) (result i32) (local $t (ref null $t))
    (local.set $t (call $make (local.get $n)))
    (i32.add (struct.get $t 0 (local.get $t)) (struct.get $t 2 (local.get $t)))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (type $t (;1;) (struct (field i32) (field i32)))
;;   (type (;2;) (func (param i32) (result (ref $t))))
;;   (export "f" (func 1))
;;   (func $make (;0;) (type 2) (param i32) (result (ref $t))
;;     local.get 0
;;     i32.const 1
;;     struct.new $t
;;   )
;;   (func (;1;) (type 0) (param i32) (result i32)
;;     (local (ref $t))
;;     local.get 0
;;     call $make
;;     local.tee 1
;;     struct.get $t 0
;;     local.get 1
;;     struct.get $t 1
;;     i32.add
;;   )
;; )
