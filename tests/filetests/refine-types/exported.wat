;; A type that an export names, or that such a type reaches, stays as it is.
;; test: pass refine-types
;; promise: closed-world
;; run: f(5) == 5
(module
  (type $reached (struct (field i32) (field (mut anyref))))
  (type $named (struct (field i32) (field (mut i32)) (field (ref null $reached))))
  (type $private (struct (field i32) (field (mut anyref))))
  (func (export "make") (param $n i32) (result (ref $named))
    (struct.new $named (local.get $n) (i32.const 2) (struct.new $reached (local.get $n) (ref.null none))))
  (func (export "f") (param $n i32) (result i32)
    (struct.get $private 0 (struct.new $private (local.get $n) (ref.null none)))))

;; expect:
;; (module
;;   (type $reached (;0;) (struct (field i32) (field (mut anyref))))
;;   (type $named (;1;) (struct (field i32) (field (mut i32)) (field (ref null $reached))))
;;   (type (;2;) (func (param i32) (result (ref $named))))
;;   (type (;3;) (func (param i32) (result i32)))
;;   (export "make" (func 0))
;;   (export "f" (func 1))
;;   (func (;0;) (type 2) (param i32) (result (ref $named))
;;     local.get 0
;;     i32.const 2
;;     local.get 0
;;     ref.null none
;;     struct.new $reached
;;     struct.new $named
;;   )
;;   (func (;1;) (type 3) (param i32) (result i32)
;;     local.get 0
;;     ref.null none
;;     struct.new $reached
;;     struct.get $reached 0
;;   )
;; )
