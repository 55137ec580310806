;; An assignment to a field that a handler, a call or another reference may read is not dead.
;; test: pass unreachable,gvn,dead-store-elim,dce
;; run: f(0) == 1
;; run: f(1) == 2
;; run: g() == 1
;; run: h() == 1
(module
  (type $pair (struct (field (mut i32)) (field (mut i32))))
  (tag $t)
  (global $kept (mut (ref null $pair)) (ref.null $pair))
  (func $throws (param i32) (if (i32.eqz (local.get 0)) (then (throw $t))))
  (func $read (result i32) (struct.get $pair 0 (global.get $kept)))
  (func (export "f") (param $x i32) (result i32)
    (local $p (ref null $pair))
    (local.set $p (struct.new_default $pair))
    (global.set $kept (local.get $p))
    (struct.set $pair 0 (local.get $p) (i32.const 1))
    (block $h
      (try_table (catch $t $h) (call $throws (local.get $x)))
      (struct.set $pair 0 (local.get $p) (i32.const 2))
      (return (call $read)))
    (call $read))
  (func (export "g") (result i32)
    (local $p (ref null $pair)) (local $r i32)
    (local.set $p (struct.new_default $pair))
    (global.set $kept (local.get $p))
    (struct.set $pair 0 (local.get $p) (i32.const 1))
    (local.set $r (call $read))
    (struct.set $pair 0 (local.get $p) (i32.const 2))
    (local.get $r))
  (func (export "h") (result i32)
    (local $p (ref null $pair)) (local $r i32)
    (local.set $p (struct.new_default $pair))
    (global.set $kept (local.get $p))
    (struct.set $pair 0 (local.get $p) (i32.const 1))
    (local.set $r (struct.get $pair 0 (global.get $kept)))
    (struct.set $pair 0 (local.get $p) (i32.const 2))
    (local.get $r)))
