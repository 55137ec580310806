;; Of the functions in a table, those stay that are of the type of some call; the others are one that traps, and what
;; only they use goes. A call in such a function does not count.
;; test: pass uncalled-functions,global-dce
;; run: f(0) == trap
;; run: f(1) == trap
;; run: f(2) == trap
;; run: f(4) == 7
;; run: f(3) == 9
(module
  (type $called (func (param i32) (result i32)))
  (type $called-too (func (param i32) (result i32)))
  (type $other (func (param i64)))
  (type $more (func (param f32)))
  (import "e" "log" (func $log (param i64)))
  (table 5 funcref)
  (elem (i32.const 0) $log $two $three $four $one)
  (func $one (type $called) (i32.const 7))
  (func $two (type $other) (call $log (local.get 0)) (call_indirect (type $more) (f32.const 1) (i32.const 2)))
  (func $three (type $more) (call $log (i64.const 1)))
  (func $four (type $called-too) (i32.const 9))
  (func (export "f") (param i32) (result i32)
    (call_indirect (type $called) (i32.const 1) (local.get 0))))

;; expect:
;; (module
;;   (type $called (;0;) (func (param i32) (result i32)))
;;   (type $other (;1;) (func (param i64)))
;;   (table (;0;) 5 funcref)
;;   (export "f" (func 3))
;;   (elem (;0;) (i32.const 0) func $two $two $two $four $one)
;;   (func $one (;0;) (type $called) (param i32) (result i32)
;;     i32.const 7
;;   )
;;   (func $two (;1;) (type $other) (param i64)
;;     unreachable
;;   )
;;   (func $four (;2;) (type $called) (param i32) (result i32)
;;     i32.const 9
;;   )
;;   (func (;3;) (type $called) (param i32) (result i32)
;;     i32.const 1
;;     local.get 0
;;     call_indirect (type $called)
;;   )
;; )
