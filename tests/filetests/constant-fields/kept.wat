;; Fields whose reads stay: one that is assigned later, also through a supertype; one with two values; one of a type that
;; an export mentions; one of a type that another declaration equals, which puts another value there. A read through
;; null traps.
;; test: pass constant-fields,call-facts,dce
;; promise: closed-world
;; run: assigned(0) == 7
;; run: assigned(1) == 9
;; run: through(0) == 7
;; run: through(1) == 8
;; run: two(0) == 5
;; run: two(1) == 6
;; run: mentioned() == 3
;; run: equal(0) == 1
;; run: equal(1) == 2
;; run: null(1) == 4
;; run: null(0) == trap
;; run: signed() == -1
;; run: unsigned() == 255
;; run: fixed() == 12
;; run: changed() == 14
(module
  (rec (type $Set (struct (field (mut i32)) (field i64))))
  (rec
    (type $Base (sub (struct (field (mut i32)) (field f32))))
    (type $Derived (sub $Base (struct (field (mut i32)) (field f32) (field f32)))))
  (type $Two (struct (field i32) (field i64) (field i64)))
  (type $Mentioned (struct (field i32) (field f64) (field f64)))
  (type $Equal1 (struct (field i32) (field f64)))
  (type $Equal2 (struct (field i32) (field f64)))
  (type $Null (struct (field i32) (field f32) (field i64)))
  (type $Packed (struct (field i8) (field i8) (field f32)))
  (type $Global (struct (field i32) (field (mut i32)) (field (mut i32))))
  (global $object (ref $Global) (struct.new $Global (i32.const 12) (i32.const 13) (i32.const 13)))
  (func (export "assigned") (param i32) (result i32)
    (local $o (ref $Set))
    (local.set $o (struct.new $Set (i32.const 7) (i64.const 0)))
    (if (local.get 0) (then (struct.set $Set 0 (local.get $o) (i32.const 9))))
    (struct.get $Set 0 (local.get $o)))
  (func $set (param (ref $Base)) (struct.set $Base 0 (local.get 0) (i32.const 8)))
  (func (export "through") (param i32) (result i32)
    (local $o (ref $Derived))
    (local.set $o (struct.new $Derived (i32.const 7) (f32.const 0) (f32.const 0)))
    (if (local.get 0) (then (call $set (local.get $o))))
    (struct.get $Derived 0 (local.get $o)))
  (func (export "two") (param i32) (result i32)
    (struct.get $Two 0
      (if (result (ref $Two)) (local.get 0)
        (then (struct.new $Two (i32.const 6) (i64.const 0) (i64.const 0)))
        (else (struct.new $Two (i32.const 5) (i64.const 0) (i64.const 0))))))
  (func $mentioned (export "mentioned-by") (param (ref null $Mentioned)) (result i32)
    (struct.get $Mentioned 0 (local.get 0)))
  (func (export "mentioned") (result i32)
    (call $mentioned (struct.new $Mentioned (i32.const 3) (f64.const 0) (f64.const 0))))
  (func (export "equal") (param i32) (result i32)
    (struct.get $Equal1 0
      (if (result (ref $Equal1)) (local.get 0)
        (then (struct.new $Equal2 (i32.const 2) (f64.const 0)))
        (else (struct.new $Equal1 (i32.const 1) (f64.const 0))))))
  (func (export "null") (param i32) (result i32)
    (struct.get $Null 0
      (if (result (ref null $Null)) (local.get 0)
        (then (struct.new $Null (i32.const 4) (f32.const 0) (i64.const 0)))
        (else (ref.null $Null)))))
  (func $packed (result (ref $Packed))
    (struct.new $Packed (i32.const 511) (i32.const 255) (f32.const 0)))
  (func (export "signed") (result i32) (struct.get_s $Packed 0 (call $packed)))
  (func (export "unsigned") (result i32) (struct.get_u $Packed 1 (call $packed)))
  (func (export "fixed") (result i32) (struct.get $Global 0 (global.get $object)))
  (func (export "changed") (result i32)
    (struct.set $Global 1 (global.get $object) (i32.const 14))
    (struct.get $Global 1 (global.get $object))))

;; expect:
;; (module
;;   (rec
;;     (type $Set (;0;) (struct (field (mut i32)) (field i64)))
;;   )
;;   (rec
;;     (type $Base (;1;) (sub (struct (field (mut i32)) (field f32))))
;;     (type $Derived (;2;) (sub $Base (struct (field (mut i32)) (field f32) (field f32))))
;;   )
;;   (type $Two (;3;) (struct (field i32) (field i64) (field i64)))
;;   (type $Mentioned (;4;) (struct (field i32) (field f64) (field f64)))
;;   (type $Equal1 (;5;) (struct (field i32) (field f64)))
;;   (type $Equal2 (;6;) (struct (field i32) (field f64)))
;;   (type $Null (;7;) (struct (field i32) (field f32) (field i64)))
;;   (type $Packed (;8;) (struct (field i8) (field i8) (field f32)))
;;   (type $Global (;9;) (struct (field i32) (field (mut i32)) (field (mut i32))))
;;   (type (;10;) (func (param i32) (result i32)))
;;   (type (;11;) (func (param (ref $Base))))
;;   (type (;12;) (func (param (ref null $Mentioned)) (result i32)))
;;   (type (;13;) (func (result i32)))
;;   (type (;14;) (func (result (ref $Packed))))
;;   (global $object (;0;) (ref $Global) i32.const 12 i32.const 13 i32.const 13 struct.new $Global)
;;   (export "assigned" (func 0))
;;   (export "through" (func 2))
;;   (export "two" (func 3))
;;   (export "mentioned-by" (func $mentioned))
;;   (export "mentioned" (func 5))
;;   (export "equal" (func 6))
;;   (export "null" (func 7))
;;   (export "signed" (func 9))
;;   (export "unsigned" (func 10))
;;   (export "fixed" (func 11))
;;   (export "changed" (func 12))
;;   (func (;0;) (type 10) (param i32) (result i32)
;;     (local (ref $Set))
;;     i32.const 7
;;     i64.const 0
;;     struct.new $Set
;;     local.set 1
;;     local.get 0
;;     if ;; label = @1
;;       local.get 1
;;       i32.const 9
;;       struct.set $Set 0
;;     end
;;     local.get 1
;;     struct.get $Set 0
;;   )
;;   (func $set (;1;) (type 11) (param (ref $Base))
;;     local.get 0
;;     i32.const 8
;;     struct.set $Base 0
;;   )
;;   (func (;2;) (type 10) (param i32) (result i32)
;;     (local (ref $Derived))
;;     i32.const 7
;;     f32.const 0x0p+0 (;=0;)
;;     f32.const 0x0p+0 (;=0;)
;;     struct.new $Derived
;;     local.set 1
;;     local.get 0
;;     if ;; label = @1
;;       local.get 1
;;       call $set
;;     end
;;     local.get 1
;;     struct.get $Derived 0
;;   )
;;   (func (;3;) (type 10) (param i32) (result i32)
;;     local.get 0
;;     if (result (ref $Two)) ;; label = @1
;;       i32.const 6
;;       i64.const 0
;;       i64.const 0
;;       struct.new $Two
;;     else
;;       i32.const 5
;;       i64.const 0
;;       i64.const 0
;;       struct.new $Two
;;     end
;;     struct.get $Two 0
;;   )
;;   (func $mentioned (;4;) (type 12) (param (ref null $Mentioned)) (result i32)
;;     local.get 0
;;     struct.get $Mentioned 0
;;   )
;;   (func (;5;) (type 13) (result i32)
;;     i32.const 3
;;     f64.const 0x0p+0 (;=0;)
;;     f64.const 0x0p+0 (;=0;)
;;     struct.new $Mentioned
;;     call $mentioned
;;   )
;;   (func (;6;) (type 10) (param i32) (result i32)
;;     local.get 0
;;     if (result (ref $Equal1)) ;; label = @1
;;       i32.const 2
;;       f64.const 0x0p+0 (;=0;)
;;       struct.new $Equal2
;;     else
;;       i32.const 1
;;       f64.const 0x0p+0 (;=0;)
;;       struct.new $Equal1
;;     end
;;     struct.get $Equal1 0
;;   )
;;   (func (;7;) (type 10) (param i32) (result i32)
;;     local.get 0
;;     if (result (ref null $Null)) ;; label = @1
;;       i32.const 4
;;       f32.const 0x0p+0 (;=0;)
;;       i64.const 0
;;       struct.new $Null
;;     else
;;       ref.null $Null
;;     end
;;     ref.as_non_null
;;     drop
;;     i32.const 4
;;   )
;;   (func $packed (;8;) (type 14) (result (ref $Packed))
;;     i32.const 511
;;     i32.const 255
;;     f32.const 0x0p+0 (;=0;)
;;     struct.new $Packed
;;   )
;;   (func (;9;) (type 13) (result i32)
;;     call $packed
;;     drop
;;     i32.const -1
;;   )
;;   (func (;10;) (type 13) (result i32)
;;     call $packed
;;     drop
;;     i32.const 255
;;   )
;;   (func (;11;) (type 13) (result i32)
;;     i32.const 12
;;   )
;;   (func (;12;) (type 13) (result i32)
;;     global.get $object
;;     i32.const 14
;;     struct.set $Global 1
;;     global.get $object
;;     struct.get $Global 1
;;   )
;; )
