;; References that are not known, one of two, or null: the call through the reference stays.
;; test: pass call-facts,unreachable,ssa-cleanup,fold,simplify-cfg,ssa-cleanup,dce
;; run: either(5, 1) == 6
;; run: either(5, 0) == 10
;; run: null(5) == trap
;; run: passed(5) == 16
(module
  (type $t (func (param i32) (result i32)))
  (elem declare func $a $b)
  (func $a (type $t) (i32.add (local.get 0) (i32.const 1)))
  (func $b (type $t) (i32.mul (local.get 0) (i32.const 2)))
  (func $call (param $x i32) (param $f (ref $t)) (result i32) (call_ref $t (local.get $x) (local.get $f)))
  (func (export "either") (param i32 i32) (result i32)
    (call_ref $t (local.get 0) (select (result (ref $t)) (ref.func $a) (ref.func $b) (local.get 1))))
  (func (export "null") (param i32) (result i32) (local $f (ref null $t))
    (call_ref $t (local.get 0) (local.get $f)))
  (func (export "passed") (param i32) (result i32)
    (i32.add (call $call (local.get 0) (ref.func $a)) (call $call (local.get 0) (ref.func $b)))))

;; expect:
;; (module
;;   (type $t (;0;) (func (param i32) (result i32)))
;;   (type (;1;) (func (param i32 (ref $t)) (result i32)))
;;   (type (;2;) (func (param i32 i32) (result i32)))
;;   (export "either" (func 3))
;;   (export "null" (func 4))
;;   (export "passed" (func 5))
;;   (elem (;0;) declare func $a $b)
;;   (func $a (;0;) (type $t) (param i32) (result i32)
;;     local.get 0
;;     i32.const 1
;;     i32.add
;;   )
;;   (func $b (;1;) (type $t) (param i32) (result i32)
;;     local.get 0
;;     i32.const 1
;;     i32.shl
;;   )
;;   (func $call (;2;) (type 1) (param i32 (ref $t)) (result i32)
;;     local.get 0
;;     local.get 1
;;     call_ref $t
;;   )
;;   (func (;3;) (type 2) (param i32 i32) (result i32)
;;     local.get 0
;;     ref.func $a
;;     ref.func $b
;;     local.get 1
;;     select (result (ref $t))
;;     call_ref $t
;;   )
;;   (func (;4;) (type $t) (param i32) (result i32)
;;     local.get 0
;;     ref.null $t
;;     call_ref $t
;;   )
;;   (func (;5;) (type $t) (param i32) (result i32)
;;     local.get 0
;;     ref.func $a
;;     call $call
;;     local.get 0
;;     ref.func $b
;;     call $call
;;     i32.add
;;   )
;; )
