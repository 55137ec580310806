;; A call through a reference to a known function is a call of it: also in a tail call, through a local, and through a parameter that is the same reference at each call.
;; test: pass call-facts,unreachable,ssa-cleanup,fold,simplify-cfg,ssa-cleanup,dce
;; run: now(5) == 6
;; run: tail(5) == 6
;; run: kept(5) == 6
;; run: passed(5) == 13
(module
  (type $t (func (param i32) (result i32)))
  (elem declare func $a)
  (func $a (type $t) (i32.add (local.get 0) (i32.const 1)))
  (func $twice (param $x i32) (param $f (ref $t)) (result i32)
    (i32.add (call_ref $t (local.get $x) (local.get $f)) (call_ref $t (local.get $x) (local.get $f))))
  (func (export "now") (param i32) (result i32) (call_ref $t (local.get 0) (ref.func $a)))
  (func (export "tail") (param i32) (result i32) (return_call_ref $t (local.get 0) (ref.func $a)))
  (func (export "kept") (param i32) (result i32) (local $f (ref null $t))
    (local.set $f (ref.func $a))
    (call_ref $t (local.get 0) (local.get $f)))
  (func (export "passed") (param i32) (result i32)
    (i32.add (call $twice (local.get 0) (ref.func $a)) (i32.const 1))))

;; expect:
;; (module
;;   (type $t (;0;) (func (param i32) (result i32)))
;;   (type (;1;) (func (param i32 (ref $t)) (result i32)))
;;   (export "now" (func 2))
;;   (export "tail" (func 3))
;;   (export "kept" (func 4))
;;   (export "passed" (func 5))
;;   (elem (;0;) declare func $a)
;;   (func $a (;0;) (type $t) (param i32) (result i32)
;;     local.get 0
;;     i32.const 1
;;     i32.add
;;   )
;;   (func $twice (;1;) (type 1) (param i32 (ref $t)) (result i32)
;;     local.get 0
;;     call $a
;;     local.get 0
;;     call $a
;;     i32.add
;;   )
;;   (func (;2;) (type $t) (param i32) (result i32)
;;     local.get 0
;;     call $a
;;   )
;;   (func (;3;) (type $t) (param i32) (result i32)
;;     local.get 0
;;     return_call $a
;;   )
;;   (func (;4;) (type $t) (param i32) (result i32)
;;     local.get 0
;;     call $a
;;   )
;;   (func (;5;) (type $t) (param i32) (result i32)
;;     local.get 0
;;     ref.func $a
;;     call $twice
;;     i32.const 1
;;     i32.add
;;   )
;; )
