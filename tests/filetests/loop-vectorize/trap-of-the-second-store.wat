;; Of two stores per iteration the second traps: the first one of that iteration is done, and none of the next.
;; test: optimize -O3
;; features: simd
;; run: two(0, 65504, 8) == 8
;; run: last() == trap
(module
  (memory (export "memory") 1)
  (func $two (export "two") (param $a i32) (param $b i32) (param $n i32) (result i32) (local $i i32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (i32.store (i32.add (local.get $a) (i32.shl (local.get $i) (i32.const 2))) (local.get $i))
        (i32.store (i32.add (local.get $b) (i32.shl (local.get $i) (i32.const 2))) (local.get $i))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (local.get $n))
  (func (export "last") (result i32) (call $two (i32.const 1024) (i32.const 65516) (i32.const 33)))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32 i32) (result i32)))
;;   (type (;1;) (func (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "two" (func $two))
;;   (export "last" (func 1))
;;   (func $two (;0;) (type 0) (param i32 i32 i32) (result i32)
;;     (local i32 i32 i32 i32 i32)
;;     local.get 2
;;     i32.const 0
;;     i32.gt_s
;;     if ;; label = @1
;;       block ;; label = @2
;;         local.get 2
;;         i32.const 5
;;         i32.ge_u
;;         if ;; label = @3
;;           memory.size
;;           i32.const 65535
;;           i32.le_u
;;           if ;; label = @4
;;             local.get 2
;;             i32.const -1
;;             i32.add
;;             i32.const -4
;;             i32.and
;;             local.set 7
;;             loop ;; label = @5
;;               local.get 0
;;               local.get 3
;;               i32.const 2
;;               i32.shl
;;               local.tee 5
;;               i32.add
;;               local.tee 4
;;               local.get 3
;;               i32.store
;;               local.get 1
;;               local.get 5
;;               i32.add
;;               local.tee 5
;;               local.get 3
;;               i32.store
;;               local.get 4
;;               local.get 3
;;               i32.const 1
;;               i32.add
;;               local.tee 6
;;               i32.store offset=4
;;               local.get 5
;;               local.get 6
;;               i32.store offset=4
;;               local.get 4
;;               local.get 3
;;               i32.const 2
;;               i32.add
;;               local.tee 6
;;               i32.store offset=8
;;               local.get 5
;;               local.get 6
;;               i32.store offset=8
;;               local.get 4
;;               local.get 3
;;               i32.const 3
;;               i32.add
;;               local.tee 4
;;               i32.store offset=12
;;               local.get 5
;;               local.get 4
;;               i32.store offset=12
;;               local.get 3
;;               i32.const 4
;;               i32.add
;;               local.tee 3
;;               local.get 7
;;               i32.ne
;;               br_if 0 (;@5;)
;;             end
;;             br 2 (;@2;)
;;           end
;;         end
;;       end
;;       loop ;; label = @2
;;         local.get 0
;;         local.get 3
;;         i32.const 2
;;         i32.shl
;;         local.tee 4
;;         i32.add
;;         local.get 3
;;         i32.store
;;         local.get 1
;;         local.get 4
;;         i32.add
;;         local.get 3
;;         i32.store
;;         local.get 3
;;         i32.const 1
;;         i32.add
;;         local.tee 3
;;         local.get 2
;;         i32.lt_s
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     local.get 2
;;   )
;;   (func (;1;) (type 1) (result i32)
;;     i32.const 1024
;;     i32.const 65516
;;     i32.const 33
;;     call $two
;;     drop
;;     i32.const 33
;;   )
;; )
