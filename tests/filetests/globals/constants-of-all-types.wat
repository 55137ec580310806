;; Globals that never change are constants of any type, functions and null included. A function that was referred to
;; only by its global may still be referred to.
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

;; expect:
;; (module
;;   (type $t (;0;) (func (result i32)))
;;   (type (;1;) (func (result funcref)))
;;   (type (;2;) (func (result i64)))
;;   (type (;3;) (func (result v128)))
;;   (table (;0;) 2 funcref)
;;   (global $k (;0;) i32 i32.const 1 i32.const 2 i32.add)
;;   (export "function" (func 1))
;;   (export "call" (func $seven))
;;   (export "call-null" (func 2))
;;   (export "same" (func 3))
;;   (export "long" (func 4))
;;   (export "vector" (func 5))
;;   (export "null" (func 6))
;;   (export "sum" (func 7))
;;   (elem (;0;) declare func $seven)
;;   (func $seven (;0;) (type $t) (result i32)
;;     i32.const 7
;;   )
;;   (func (;1;) (type 1) (result funcref)
;;     ref.func $seven
;;   )
;;   (func (;2;) (type $t) (result i32)
;;     ref.null nofunc
;;     call_ref $t
;;   )
;;   (func (;3;) (type $t) (result i32)
;;     i32.const 1
;;     ref.func $seven
;;     table.set 0
;;     i32.const 1
;;     call_indirect (type $t)
;;   )
;;   (func (;4;) (type 2) (result i64)
;;     i64.const 20015998343868
;;   )
;;   (func (;5;) (type 3) (result v128)
;;     v128.const i32x4 0x00000001 0x00000002 0x00000003 0x00000004
;;   )
;;   (func (;6;) (type $t) (result i32)
;;     i32.const 1
;;   )
;;   (func (;7;) (type $t) (result i32)
;;     global.get $k
;;   )
;; )
