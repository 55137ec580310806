;; A field that is never read is removed with what is stored there; operands that have effects are evaluated, in order.
;; test: pass refine-types
;; promise: closed-world
;; run: f(7) == 7
;; run: g(0) == trap
(module
  (type $t (struct (field $a i32) (field $b (mut i32)) (field $c i64)))
  (import "host" "log" (func $log (param i32) (result i32)))
  (func (export "f") (param $n i32) (result i32)
    (local $t (ref null $t))
    (local.set $t (struct.new $t (local.get $n) (call $log (i32.const 1)) (i64.extend_i32_s (call $log (i32.const 2)))))
    (struct.set $t $b (local.get $t) (call $log (i32.const 3)))
    (struct.get $t $a (local.get $t)))
  (func (export "g") (param $n i32) (result i32)
    (local $t (ref null $t))
    (if (local.get $n) (then (local.set $t (struct.new_default $t))))
    (struct.set $t $b (local.get $t) (i32.const 1))
    (i32.const 2)))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (type $t (;1;) (struct (field $a i32)))
;;   (import "host" "log" (func $log (;0;) (type 0) (param i32) (result i32)))
;;   (export "f" (func 1))
;;   (export "g" (func 2))
;;   (func (;1;) (type 0) (param i32) (result i32)
;;     (local (ref $t))
;;     i32.const 1
;;     call $log
;;     drop
;;     i32.const 2
;;     call $log
;;     drop
;;     i32.const 3
;;     call $log
;;     drop
;;     local.get 0
;;     struct.new $t
;;     local.tee 1
;;     ref.as_non_null
;;     drop
;;     local.get 1
;;     struct.get $t $a
;;   )
;;   (func (;2;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     if (result (ref null $t)) ;; label = @1
;;       struct.new_default $t
;;     else
;;       ref.null $t
;;     end
;;     ref.as_non_null
;;     drop
;;     i32.const 2
;;   )
;; )
