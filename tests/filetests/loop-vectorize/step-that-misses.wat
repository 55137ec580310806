;; A test for inequality that a step of three misses: the loop runs to the end of memory.
;; test: optimize -O3
;; features: simd
;; run: f(9) == 9
;; run: f(10) == trap
(module
  (memory (export "memory") 1)
  (func (export "f") (param $n i32) (result i32) (local $i i32)
    (block $out
      (loop $next
        (i32.store offset=60000 (local.get $i) (local.get $i))
        (br_if $next (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 3))) (local.get $n)))))
    (local.get $n))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     (local i32 i32)
;;     block ;; label = @1
;;       i32.const 0
;;       local.get 0
;;       i32.const 1431655765
;;       i32.mul
;;       local.tee 1
;;       i32.sub
;;       i32.const 5
;;       i32.ge_u
;;       if ;; label = @2
;;         memory.size
;;         i32.const 65535
;;         i32.le_u
;;         if ;; label = @3
;;           i32.const -1
;;           local.get 1
;;           i32.sub
;;           i32.const 2
;;           i32.shr_u
;;           i32.const 12
;;           i32.mul
;;           local.set 2
;;           i32.const 0
;;           local.set 1
;;           loop ;; label = @4
;;             local.get 1
;;             local.get 1
;;             i32.store offset=60000
;;             local.get 1
;;             local.get 1
;;             i32.const 3
;;             i32.add
;;             i32.store offset=60003
;;             local.get 1
;;             local.get 1
;;             i32.const 6
;;             i32.add
;;             i32.store offset=60006
;;             local.get 1
;;             local.get 1
;;             i32.const 9
;;             i32.add
;;             i32.store offset=60009
;;             local.get 1
;;             i32.const 12
;;             i32.add
;;             local.tee 1
;;             local.get 2
;;             i32.ne
;;             br_if 0 (;@4;)
;;           end
;;           br 2 (;@1;)
;;         end
;;       end
;;       i32.const 0
;;       local.set 1
;;     end
;;     loop ;; label = @1
;;       local.get 1
;;       local.get 1
;;       i32.store offset=60000
;;       local.get 1
;;       i32.const 3
;;       i32.add
;;       local.tee 1
;;       local.get 0
;;       i32.ne
;;       br_if 0 (;@1;)
;;     end
;;     local.get 0
;;   )
;; )
