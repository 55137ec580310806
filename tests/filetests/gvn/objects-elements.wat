;; Elements at different constant indices are different, at an unknown index any.
;; test: pass gvn,dce
;; run: f(1) == 8
;; run: g(1) == 10
;; run: g(2) == 13
(module
  (type $ints (array (mut i32)))
  (func $new (result (ref $ints)) (array.new $ints (i32.const 5) (i32.const 4)))
  (func (export "f") (param $x i32) (result i32)
    (local $a (ref $ints))
    (local.set $a (call $new))
    (array.set $ints (local.get $a) (i32.const 1) (i32.const 3))
    (array.set $ints (local.get $a) (i32.const 2) (i32.const 8))
    (i32.add (array.get $ints (local.get $a) (i32.const 1)) (array.get $ints (local.get $a) (i32.const 0))))
  (func (export "g") (param $x i32) (result i32)
    (local $a (ref $ints)) (local $first i32)
    (local.set $a (call $new))
    (local.set $first (array.get $ints (local.get $a) (i32.const 2)))
    (array.set $ints (local.get $a) (local.get $x) (i32.const 8))
    (i32.add (local.get $first) (array.get $ints (local.get $a) (i32.const 2)))))
