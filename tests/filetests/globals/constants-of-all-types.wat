;; Globals that never change are constants of any type, functions and null included; a function that only
;; its global referred to may still be referred to.
;; test: optimize -O3
;; run: call() == 7
;; run: call-null() == trap
;; run: long() == 0x123456789abc
;; run: null() == 1
;; run: same() == 7
;; run: sum() == 3
(module
  (type $t (func (result i32)))
  (global $f funcref (ref.func $seven))
  (global $h (ref $t) (ref.func $seven))
  (global $n i64 (i64.const 0x123456789abc))
  (global $v v128 (v128.const i32x4 1 2 3 4))
  (global $r (ref null $t) (ref.null nofunc))
  (global $k i32 (i32.add (i32.const 1) (i32.const 2)))
  (table 2 funcref)
  (func $seven (result i32) (i32.const 7))
  (func (export "function") (result funcref) (global.get $f))
  (func (export "call") (result i32) (call_ref $t (global.get $h)))
  (func (export "call-null") (result i32) (call_ref $t (global.get $r)))
  (func (export "same") (result i32)
    (table.set 0 (i32.const 1) (global.get $f))
    (call_indirect (type $t) (i32.const 1)))
  (func (export "long") (result i64) (global.get $n))
  (func (export "vector") (result v128) (global.get $v))
  (func (export "null") (result i32) (ref.is_null (global.get $r)))
  (func (export "sum") (result i32) (global.get $k)))
