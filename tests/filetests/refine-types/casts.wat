;; A cast to a type without objects traps, or is null only; one to a type with objects of a subtype is a cast to that.
;; test: pass refine-types
;; promise: closed-world
;; run: f(0) == 1
;; run: f(1) == trap
;; run: g(0) == 0
;; run: g(1) == 1
(module
  (type $top (sub (struct (field i32))))
  (type $none (sub $top (struct (field i32) (field i32))))
  (type $some (sub $top (struct (field i32) (field i64))))
  (type $below (sub $some (struct (field i32) (field i64))))
  (func $make (param $n i32) (result anyref)
    (if (i32.eqz (local.get $n)) (then (return (ref.null none))))
    (struct.new $below (local.get $n) (i64.const 1)))
  (func (export "f") (param $n i32) (result i32)
    (ref.is_null (ref.cast (ref null $none) (call $make (local.get $n)))))
  (func (export "g") (param $n i32) (result i32)
    (i32.add
      (ref.test (ref $some) (call $make (local.get $n)))
      (ref.test (ref $none) (call $make (local.get $n))))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (type $top (;1;) (sub (struct)))
;;   (type $below (;2;) (sub $top (struct)))
;;   (type (;3;) (func (param i32) (result (ref null $below))))
;;   (export "f" (func 1))
;;   (export "g" (func 2))
;;   (func $make (;0;) (type 3) (param i32) (result (ref null $below))
;;     local.get 0
;;     i32.eqz
;;     if (result (ref null $below)) ;; label = @1
;;       ref.null none
;;     else
;;       struct.new $below
;;     end
;;   )
;;   (func (;1;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     call $make
;;     ref.cast nullref
;;     ref.is_null
;;   )
;;   (func (;2;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     call $make
;;     ref.test (ref $below)
;;     local.get 0
;;     call $make
;;     ref.test (ref none)
;;     i32.add
;;   )
;; )
