;; An assignment to an object that only the function knows is dead where the function ends, before traps and calls.
;; test: pass unreachable,gvn,dead-store-elim,dce
;; run: f(1) == 1
;; run: f(0) == trap
;; run: g(3) == 4
(module
  (type $ints (array (mut i32)))
  (type $pair (struct (field (mut i32)) (field (mut i32))))
  (func $nothing)
  (func (export "f") (param $x i32) (result i32)
    (local $a (ref $ints)) (local $r i32)
    (local.set $a (array.new_default $ints (i32.const 100)))
    (array.set $ints (local.get $a) (i32.const 1) (i32.const 7))
    (call $nothing)
    (local.set $r (i32.div_u (i32.const 1) (local.get $x)))
    (array.set $ints (local.get $a) (i32.const 2) (local.get $r))
    (local.get $r))
  ;; These are read.
  (func (export "g") (param $x i32) (result i32)
    (local $a (ref $ints))
    (local.set $a (array.new_default $ints (i32.const 100)))
    (array.set $ints (local.get $a) (i32.const 3) (i32.const 4))
    (array.get $ints (local.get $a) (local.get $x))))
