;; A loop that swaps two locals needs one temporary, or none.
;; test: write
;; run: fib(10) == 55
;; run: fib(0) == 0
(module
  (func (export "fib") (param $n i32) (result i64)
    (local $a i64) (local $b i64) (local $c i64)
    (local.set $b (i64.const 1))
    (block $end
      (loop $next
        (br_if $end (i32.eqz (local.get $n)))
        (local.set $c (i64.add (local.get $a) (local.get $b)))
        (local.set $a (local.get $b))
        (local.set $b (local.get $c))
        (local.set $n (i32.sub (local.get $n) (i32.const 1)))
        (br $next)))
    (local.get $a)))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i64)))
;;   (export "fib" (func 0))
;;   (func (;0;) (type 0) (param i32) (result i64)
;;     (local i64 i64)
;;     i64.const 0
;;     i64.const 1
;;     local.set 2
;;     local.set 1
;;     local.get 0
;;     if ;; label = @1
;;       loop ;; label = @2
;;         local.get 1
;;         local.get 2
;;         local.tee 1
;;         i64.add
;;         local.get 0
;;         i32.const 1
;;         i32.sub
;;         local.set 0
;;         local.set 2
;;         local.get 0
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     local.get 1
;;   )
;; )
