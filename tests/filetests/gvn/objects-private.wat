;; A call does not know an object whose reference stays in the function; it does know one that was stored.
;; test: pass gvn,dce
;; run: f(3) == 7
;; run: g(3) == 9
;; run: h(3) == 9
(module
  (type $ints (array (mut i32)))
  (type $box (struct (field (mut (ref null $ints)))))
  (global $kept (mut (ref null $box)) (ref.null $box))
  (func $change
    (if (i32.eqz (ref.is_null (global.get $kept)))
      (then (array.set $ints (struct.get $box 0 (global.get $kept)) (i32.const 1) (i32.const 9)))))
  (func (export "f") (param $x i32) (result i32)
    (local $a (ref $ints))
    (local.set $a (array.new_default $ints (i32.const 100)))
    (array.set $ints (local.get $a) (i32.const 1) (i32.const 7))
    (call $change)
    (array.get $ints (local.get $a) (i32.const 1)))
  (func (export "g") (param $x i32) (result i32)
    (local $a (ref $ints))
    (local.set $a (array.new_default $ints (i32.const 100)))
    (array.set $ints (local.get $a) (i32.const 1) (i32.const 7))
    (global.set $kept (struct.new $box (local.get $a)))
    (call $change)
    (array.get $ints (local.get $a) (i32.const 1)))
  (func (export "h") (param $x i32) (result i32)
    (local $a (ref $ints))
    (global.set $kept (struct.new $box (ref.null $ints)))
    (local.set $a (array.new_default $ints (i32.const 100)))
    (struct.set $box 0 (global.get $kept) (local.get $a))
    (array.set $ints (local.get $a) (i32.const 1) (i32.const 7))
    (call $change)
    (array.get $ints (local.get $a) (i32.const 1))))
