;; Indirect calls that stay: the table is modified or exported, the type differs, the element is null, or the index
;; is out of bounds.
;; test: pass call-facts,unreachable,ssa-cleanup,fold,simplify-cfg,ssa-cleanup,dce
;; run: changes() == 2
;; run: exported() == 1
;; run: differs() == trap
;; run: empty() == trap
;; run: outside() == trap
(module
  (type $one (func (result i32)))
  (type $two (func (result i64)))
  (table $t 2 funcref)
  (table $x (export "x") 2 funcref)
  (table $fixed 4 funcref)
  (elem (table $t) (i32.const 0) func $a)
  (elem (table $x) (i32.const 0) func $a)
  (elem (table $fixed) (i32.const 0) func $a $b)
  (elem declare func $b)
  (func $a (result i32) (i32.const 1))
  (func $b (result i32) (i32.const 2))
  (func (export "changes") (result i32)
    (table.set $t (i32.const 0) (ref.func $b))
    (call_indirect $t (type $one) (i32.const 0)))
  (func (export "exported") (result i32) (call_indirect $x (type $one) (i32.const 0)))
  (func (export "differs") (result i64) (call_indirect $fixed (type $two) (i32.const 0)))
  (func (export "empty") (result i32) (call_indirect $fixed (type $one) (i32.const 3)))
  (func (export "outside") (result i32) (call_indirect $fixed (type $one) (i32.const 9)))
  (func (export "direct") (result i32) (call_indirect $fixed (type $one) (i32.const 1))))

;; expect:
;; (module
;;   (type $one (;0;) (func (result i32)))
;;   (type $two (;1;) (func (result i64)))
;;   (table $t (;0;) 2 funcref)
;;   (table $x (;1;) 2 funcref)
;;   (table $fixed (;2;) 4 funcref)
;;   (export "x" (table $x))
;;   (export "changes" (func 2))
;;   (export "exported" (func 3))
;;   (export "differs" (func 4))
;;   (export "empty" (func 5))
;;   (export "outside" (func 6))
;;   (export "direct" (func 7))
;;   (elem (;0;) (i32.const 0) func $a)
;;   (elem (;1;) (table $x) (i32.const 0) func $a)
;;   (elem (;2;) (table $fixed) (i32.const 0) func $a $b)
;;   (elem (;3;) declare func $b)
;;   (func $a (;0;) (type $one) (result i32)
;;     i32.const 1
;;   )
;;   (func $b (;1;) (type $one) (result i32)
;;     i32.const 2
;;   )
;;   (func (;2;) (type $one) (result i32)
;;     i32.const 0
;;     ref.func $b
;;     table.set $t
;;     i32.const 0
;;     call_indirect (type $one)
;;   )
;;   (func (;3;) (type $one) (result i32)
;;     i32.const 0
;;     call_indirect $x (type $one)
;;   )
;;   (func (;4;) (type $two) (result i64)
;;     i32.const 0
;;     call_indirect $fixed (type $two)
;;   )
;;   (func (;5;) (type $one) (result i32)
;;     i32.const 3
;;     call_indirect $fixed (type $one)
;;   )
;;   (func (;6;) (type $one) (result i32)
;;     i32.const 9
;;     call_indirect $fixed (type $one)
;;   )
;;   (func (;7;) (type $one) (result i32)
;;     call $b
;;   )
;; )
