;; Of equal types, the first is written, and of equal functions of such types, one; types with other supertypes stay.
;; test: pass merge-functions,global-dce
;; run: f(3) == 6
;; run: g(3) == 6
(module
  (type $a (func (param i32) (result i32)))
  (type $b (func (param i32) (result i32)))
  (type $open (sub (func (param i32) (result i32))))
  (type $pair (struct (field i32) (field i32)))
  (rec (type $x (struct (field i32) (field (ref null $y)))) (type $y (struct (field (ref null $x)))))
  (rec (type $x2 (struct (field i32) (field (ref null $y2)))) (type $y2 (struct (field (ref null $x2)))))
  (func $f (export "f") (type $a) (i32.add (local.get 0) (local.get 0)))
  (func $g (export "g") (type $b) (i32.add (local.get 0) (local.get 0)))
  (func $h (export "h") (type $open) (i32.add (local.get 0) (local.get 0)))
  (func (export "new") (result i32)
    (ref.test (ref $x2) (struct.new $x (i32.const 1) (struct.new $y2 (ref.null $x2))))))

;; expect:
;; (module
;;   (type $a (;0;) (func (param i32) (result i32)))
;;   (type $open (;1;) (sub (func (param i32) (result i32))))
;;   (rec
;;     (type $x (;2;) (struct (field i32) (field (ref null $y))))
;;     (type $y (;3;) (struct (field (ref null $x))))
;;   )
;;   (type (;4;) (func (result i32)))
;;   (export "f" (func $f))
;;   (export "g" (func $f))
;;   (export "h" (func $h))
;;   (export "new" (func 2))
;;   (func $f (;0;) (type $a) (param i32) (result i32)
;;     local.get 0
;;     local.get 0
;;     i32.add
;;   )
;;   (func $h (;1;) (type $open) (param i32) (result i32)
;;     local.get 0
;;     local.get 0
;;     i32.add
;;   )
;;   (func (;2;) (type 4) (result i32)
;;     i32.const 1
;;     ref.null $x
;;     struct.new $y
;;     struct.new $x
;;     ref.test (ref $x)
;;   )
;; )
