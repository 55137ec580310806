;; The index times the size of an element wraps before the counter reaches its limit.
;; test: optimize -O3
;; features: simd
;; run: f(1073741820, 1073741823) == 9
;; run: f(1073741823, 1073741826) == 9
;; run: f(-4, -1) == 9
(module
  (memory (export "memory") 1)
  (func (export "f") (param $i i32) (param $n i32) (result i32)
    (block $out
      (loop $next
        (i32.store (i32.add (i32.const 64) (i32.shl (local.get $i) (i32.const 2))) (i32.const 9))
        (br_if $next (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (i32.or (i32.load (i32.const 48)) (i32.load (i32.const 64))))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32 i32) (result i32)
;;     (local i32 i32)
;;     local.get 1
;;     local.get 0
;;     i32.sub
;;     local.tee 2
;;     i32.const 5
;;     i32.ge_u
;;     if ;; label = @1
;;       local.get 0
;;       i32.const 1
;;       i32.add
;;       local.get 1
;;       i32.le_u
;;       if ;; label = @2
;;         memory.size
;;         i32.const 65535
;;         i32.le_u
;;         if ;; label = @3
;;           local.get 0
;;           local.get 2
;;           i32.const -1
;;           i32.add
;;           i32.const -4
;;           i32.and
;;           i32.add
;;           local.set 3
;;           loop ;; label = @4
;;             local.get 0
;;             i32.const 2
;;             i32.shl
;;             i32.const -64
;;             i32.sub
;;             local.tee 2
;;             i32.const 9
;;             i32.store
;;             local.get 2
;;             i32.const 9
;;             i32.store offset=4
;;             local.get 2
;;             i32.const 9
;;             i32.store offset=8
;;             local.get 2
;;             i32.const 9
;;             i32.store offset=12
;;             local.get 0
;;             i32.const 4
;;             i32.add
;;             local.tee 0
;;             local.get 3
;;             i32.ne
;;             br_if 0 (;@4;)
;;           end
;;         end
;;       end
;;     end
;;     loop ;; label = @1
;;       local.get 0
;;       i32.const 2
;;       i32.shl
;;       i32.const -64
;;       i32.sub
;;       i32.const 9
;;       i32.store
;;       local.get 0
;;       i32.const 1
;;       i32.add
;;       local.tee 0
;;       local.get 1
;;       i32.lt_u
;;       br_if 0 (;@1;)
;;     end
;;     i32.const 48
;;     i32.load
;;     i32.const 64
;;     i32.load
;;     i32.or
;;   )
;; )
