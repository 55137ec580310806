;; Two types that are equal by their structure are one type: a write through one changes what the other reads.
;; test: pass gvn,dce
;; run: f(3) == 12
(module
  (type $a (struct (field (mut i32))))
  (type $b (struct (field (mut i32))))
  (global $kept (mut (ref null $b)) (ref.null $b))
  (func $new (param $x i32) (result (ref $a)) (local $o (ref $a))
    (local.set $o (struct.new $a (local.get $x)))
    (global.set $kept (local.get $o))
    (local.get $o))
  (func (export "f") (param $x i32) (result i32)
    (local $o (ref $a)) (local $first i32)
    (local.set $o (call $new (local.get $x)))
    (local.set $first (struct.get $a 0 (local.get $o)))
    (struct.set $b 0 (global.get $kept) (i32.const 9))
    (i32.add (local.get $first) (struct.get $a 0 (local.get $o)))))
