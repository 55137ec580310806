;; An immutable field is known across calls, through casts and supertypes; one of a new object from the start.
;; test: pass gvn,dce
;; run: f(3) == 6
;; run: g(3) == 3
(module
  (type $base (sub (struct (field i32))))
  (type $left (sub $base (struct (field i32) (field (mut i32)))))
  (global $kept (mut (ref null $base)) (ref.null $base))
  (func $new (param $x i32) (result (ref null $base))
    (struct.new $left (local.get $x) (i32.const 1)))
  (func $nothing)
  (func (export "f") (param $x i32) (result i32)
    (local $b (ref null $base)) (local $a i32)
    (local.set $b (call $new (local.get $x)))
    (local.set $a (struct.get $base 0 (local.get $b)))
    (call $nothing)
    (i32.add (local.get $a) (struct.get $left 0 (ref.cast (ref $left) (local.get $b)))))
  (func (export "g") (param $x i32) (result i32)
    (local $p (ref $left))
    (local.set $p (struct.new $left (local.get $x) (i32.const 1)))
    (global.set $kept (local.get $p))
    (call $nothing)
    (struct.get $left 0 (local.get $p))))
