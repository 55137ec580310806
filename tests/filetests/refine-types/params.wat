;; Parameters of a function that is only called directly are refined and removed; of one whose reference is taken, not.
;; test: pass refine-types
;; run: f(5) == 9
(module
  (type $t (struct (field i32)))
  (type $fn (func (param i32 anyref) (result i32)))
  (elem declare func $taken)
  (func $taken (type $fn) (struct.get $t 0 (ref.cast (ref $t) (local.get 1))))
  (func $direct (param $unused i32) (param $t anyref) (param $n i32) (result i32)
    (i32.add (local.get $n) (struct.get $t 0 (ref.cast (ref $t) (local.get $t)))))
  (func $assigned (param $t anyref) (result i32)
    (if (ref.is_null (local.get $t)) (then (local.set $t (ref.i31 (i32.const 1)))))
    (ref.test (ref $t) (local.get $t)))
  (func (export "f") (param $n i32) (result i32)
    (i32.add (call $assigned (struct.new $t (i32.const 1)))
      (i32.add
        (call $direct (i32.const 1) (struct.new $t (i32.const 1)) (i32.const 2))
        (call_ref $fn (i32.const 0) (struct.new $t (local.get $n)) (ref.func $taken))))))

;; expect:
;; (module
;;   (type $t (;0;) (struct (field i32)))
;;   (type $fn (;1;) (func (param i32 anyref) (result i32)))
;;   (type (;2;) (func (param i32) (result i32)))
;;   (type (;3;) (func (param (ref $t) i32) (result i32)))
;;   (type (;4;) (func (param (ref $t)) (result i32)))
;;   (export "f" (func 3))
;;   (elem (;0;) declare func $taken)
;;   (func $taken (;0;) (type $fn) (param i32 anyref) (result i32)
;;     local.get 1
;;     ref.cast (ref $t)
;;     struct.get $t 0
;;   )
;;   (func $direct (;1;) (type 3) (param (ref $t) i32) (result i32)
;;     local.get 1
;;     local.get 0
;;     ref.cast (ref $t)
;;     struct.get $t 0
;;     i32.add
;;   )
;;   (func $assigned (;2;) (type 4) (param (ref $t)) (result i32)
;;     local.get 0
;;     ref.is_null
;;     if (result (ref eq)) ;; label = @1
;;       i32.const 1
;;       ref.i31
;;     else
;;       local.get 0
;;     end
;;     ref.test (ref $t)
;;   )
;;   (func (;3;) (type 2) (param i32) (result i32)
;;     i32.const 1
;;     struct.new $t
;;     call $assigned
;;     i32.const 1
;;     struct.new $t
;;     i32.const 2
;;     call $direct
;;     i32.const 0
;;     local.get 0
;;     struct.new $t
;;     ref.func $taken
;;     call_ref $fn
;;     i32.add
;;     i32.add
;;   )
;; )
