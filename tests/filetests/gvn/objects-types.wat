;; A write through a type that is neither a subtype nor a supertype leaves a field known; one through a supertype does not.
;; test: pass gvn,dce
;; run: f(3) == 6
;; run: g(3) == 12
;; run: h(3) == 12
(module
  (type $base (sub (struct (field (mut i32)))))
  (type $left (sub $base (struct (field (mut i32)) (field (mut i32)))))
  (type $right (sub $base (struct (field (mut i32)) (field (mut i64)))))
  (func $new (param $x i32) (result (ref $left)) (struct.new $left (local.get $x) (local.get $x)))
  (func $other (param $x i32) (result (ref $right)) (struct.new $right (local.get $x) (i64.const 1)))
  ;; The second read of the field gives the first.
  (func (export "f") (param $x i32) (result i32)
    (local $l (ref $left)) (local $r (ref $right)) (local $a i32)
    (local.set $l (call $new (local.get $x)))
    (local.set $r (call $other (local.get $x)))
    (local.set $a (struct.get $left 0 (local.get $l)))
    (struct.set $right 0 (local.get $r) (i32.const 9))
    (i32.add (local.get $a) (struct.get $left 0 (local.get $l))))
  ;; Not here: both are one object.
  (func (export "g") (param $x i32) (result i32)
    (local $l (ref $left)) (local $b (ref $base)) (local $a i32)
    (local.set $l (call $new (local.get $x)))
    (call $keep (local.get $l))
    (local.set $b (ref.as_non_null (global.get $kept)))
    (local.set $a (struct.get $left 0 (local.get $l)))
    (struct.set $base 0 (local.get $b) (i32.const 9))
    (i32.add (local.get $a) (struct.get $left 0 (local.get $l))))
  (global $kept (mut (ref null $base)) (ref.null $base))
  (func $keep (param (ref null $base)) (global.set $kept (local.get 0)))
  ;; Nor here, the other way round.
  (func (export "h") (param $x i32) (result i32)
    (local $l (ref $left)) (local $b (ref $base)) (local $a i32)
    (local.set $l (call $new (local.get $x)))
    (call $keep (local.get $l))
    (local.set $b (ref.as_non_null (global.get $kept)))
    (local.set $a (struct.get $base 0 (local.get $b)))
    (struct.set $left 0 (local.get $l) (i32.const 9))
    (i32.add (local.get $a) (struct.get $base 0 (local.get $b)))))
