;; Functions in a table that a host sees stay; those in another table become one that traps.
;; test: pass uncalled-functions,global-dce
;; run: f() == trap
(module
  (type $number (func (result i32)))
  (type $other (func (result i64)))
  (table $t (export "t") 2 funcref)
  (table $u 2 funcref)
  (elem (table $t) (i32.const 0) func $one $two)
  (elem (table $u) (i32.const 0) func $three $four)
  (func $one (result i32) (i32.const 7))
  (func $two (result i32) (i32.const 8))
  (func $three (result i32) (i32.const 9))
  (func $four (result i32) (i32.const 10))
  (func (export "f") (call_indirect $u (type $other) (i32.const 0)) (drop)))

;; expect:
;; (module
;;   (type $number (;0;) (func (result i32)))
;;   (type $other (;1;) (func (result i64)))
;;   (type (;2;) (func))
;;   (table $t (;0;) 2 funcref)
;;   (table $u (;1;) 2 funcref)
;;   (export "t" (table $t))
;;   (export "f" (func 3))
;;   (elem (;0;) (i32.const 0) func $one $two)
;;   (elem (;1;) (table $u) (i32.const 0) func $three $three)
;;   (func $one (;0;) (type $number) (result i32)
;;     i32.const 7
;;   )
;;   (func $two (;1;) (type $number) (result i32)
;;     i32.const 8
;;   )
;;   (func $three (;2;) (type $number) (result i32)
;;     unreachable
;;   )
;;   (func (;3;) (type 2)
;;     i32.const 0
;;     call_indirect $u (type $other)
;;     drop
;;   )
;; )
