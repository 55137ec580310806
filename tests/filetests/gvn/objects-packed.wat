;; A packed field gives the low bits of what was stored there, with and without sign.
;; test: pass gvn,dce
;; run: f(0x1ff) == 254
;; run: g(0x1ff) == -1
;; run: h(0x80) == 0
(module
  (type $bytes (struct (field (mut i8)) (field (mut i16))))
  (global $kept (mut (ref null $bytes)) (ref.null $bytes))
  (func (export "f") (param $x i32) (result i32)
    (local $p (ref $bytes))
    (local.set $p (struct.new $bytes (local.get $x) (i32.const 0)))
    (global.set $kept (local.get $p))
    (i32.add (struct.get_u $bytes 0 (local.get $p)) (struct.get_s $bytes 0 (local.get $p))))
  (func (export "g") (param $x i32) (result i32)
    (local $p (ref null $bytes))
    (local.set $p (global.get $kept))
    (if (ref.is_null (local.get $p)) (then (local.set $p (struct.new_default $bytes))))
    (struct.set $bytes 0 (local.get $p) (local.get $x))
    (struct.get_s $bytes 0 (local.get $p)))
  ;; What was read with sign is not what is read without.
  (func (export "h") (param $x i32) (result i32)
    (local $p (ref null $bytes))
    (call $new (local.get $x))
    (local.set $p (global.get $kept))
    (i32.add (struct.get_s $bytes 0 (local.get $p)) (struct.get_u $bytes 0 (local.get $p))))
  (func $new (param $x i32)
    (global.set $kept (struct.new $bytes (local.get $x) (i32.const 0)))))
