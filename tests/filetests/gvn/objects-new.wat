;; A field of a new object holds what it was given, or zero, until something may write it.
;; test: pass gvn,dce
;; run: f(3) == 3
;; run: g() == 1
;; run: h(3) == 9
(module
  (type $pair (struct (field (mut i32)) (field (mut i32))))
  (global $kept (mut (ref null $pair)) (ref.null $pair))
  (func $change (struct.set $pair 0 (global.get $kept) (i32.const 9)))
  (func (export "f") (param $x i32) (result i32)
    (local $p (ref $pair))
    (local.set $p (struct.new $pair (local.get $x) (i32.const 1)))
    (global.set $kept (local.get $p))
    (struct.get $pair 0 (local.get $p)))
  (func (export "g") (result i32)
    (global.set $kept (struct.new_default $pair))
    (i32.eqz (struct.get $pair 1 (global.get $kept))))
  (func (export "h") (param $x i32) (result i32)
    (local $p (ref $pair))
    (local.set $p (struct.new $pair (local.get $x) (i32.const 1)))
    (global.set $kept (local.get $p))
    (call $change)
    (struct.get $pair 0 (local.get $p))))
