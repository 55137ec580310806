;; The loop stores to a row, and loads one element of this row in each iteration: a run-time test that they are apart would
;; fail each time the loop is entered.
;; test: optimize -O3
;; features: simd
;; run: f(9) == 729
(module
  (memory (export "memory") 1)
  (func (export "f") (param $n i32) (result i32) (local $i i32) (local $k i32)
    (if (i32.gt_s (local.get $n) (i32.const 64)) (then (local.set $n (i32.const 64))))
    (if (i32.lt_s (local.get $n) (i32.const 1)) (then (return (i32.const 0))))
    (loop $outer
      (local.set $i (i32.const 0))
      (loop $next
        (i32.store offset=1024 (i32.shl (local.get $i) (i32.const 2))
          (i32.add (i32.mul (i32.load offset=1024 (i32.shl (local.get $i) (i32.const 2))) (i32.const 3))
            (i32.load offset=1024 (i32.shl (local.get $k) (i32.const 2)))))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
      (i32.store offset=1024 (i32.shl (local.get $k) (i32.const 2)) (local.get $k))
      (br_if $outer (i32.lt_s (local.tee $k (i32.add (local.get $k) (i32.const 1))) (local.get $n))))
    (i32.load offset=1024 (i32.const 12)))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     (local i32 i32 i32 i32 i32 i32 i32 i32 i32 i64)
;;     i32.const 64
;;     local.get 0
;;     local.get 0
;;     i32.const 64
;;     i32.gt_s
;;     select
;;     local.tee 2
;;     i32.const 0
;;     i32.le_s
;;     if (result i32) ;; label = @1
;;       i32.const 0
;;     else
;;       local.get 2
;;       i32.const -1
;;       i32.add
;;       local.tee 0
;;       i64.extend_i32_u
;;       i64.const 2
;;       i64.shl
;;       local.tee 10
;;       i64.const 4294967295
;;       i64.le_u
;;       local.set 6
;;       local.get 10
;;       i64.const 7
;;       i64.add
;;       local.set 10
;;       local.get 2
;;       i32.const 5
;;       i32.ge_u
;;       local.set 7
;;       memory.size
;;       i32.const 65535
;;       i32.le_u
;;       local.set 8
;;       local.get 2
;;       local.get 0
;;       i32.const -4
;;       i32.and
;;       i32.sub
;;       local.set 9
;;       loop ;; label = @2
;;         local.get 3
;;         i32.const 2
;;         i32.shl
;;         local.tee 5
;;         i32.load offset=1024
;;         local.set 4
;;         i32.const 0
;;         local.set 0
;;         local.get 6
;;         local.get 5
;;         i64.extend_i32_u
;;         i64.const 3
;;         i64.add
;;         local.get 10
;;         i64.ge_u
;;         i32.and
;;         (@metadata.code.branch_hint "\01")
;;         if ;; label = @3
;;           block ;; label = @4
;;             local.get 7
;;             if ;; label = @5
;;               i32.const 0
;;               local.set 0
;;               local.get 8
;;               if ;; label = @6
;;                 local.get 2
;;                 local.set 1
;;                 loop ;; label = @7
;;                   local.get 0
;;                   local.get 0
;;                   i32.load offset=1024
;;                   i32.const 3
;;                   i32.mul
;;                   local.get 4
;;                   i32.add
;;                   i32.store offset=1024
;;                   local.get 0
;;                   local.get 0
;;                   i32.load offset=1028
;;                   i32.const 3
;;                   i32.mul
;;                   local.get 4
;;                   i32.add
;;                   i32.store offset=1028
;;                   local.get 0
;;                   local.get 0
;;                   i32.load offset=1032
;;                   i32.const 3
;;                   i32.mul
;;                   local.get 4
;;                   i32.add
;;                   i32.store offset=1032
;;                   local.get 0
;;                   local.get 0
;;                   i32.load offset=1036
;;                   i32.const 3
;;                   i32.mul
;;                   local.get 4
;;                   i32.add
;;                   i32.store offset=1036
;;                   local.get 0
;;                   i32.const 16
;;                   i32.add
;;                   local.set 0
;;                   local.get 1
;;                   i32.const -4
;;                   i32.add
;;                   local.tee 1
;;                   local.get 9
;;                   i32.ne
;;                   br_if 0 (;@7;)
;;                 end
;;                 br 2 (;@4;)
;;               end
;;             end
;;             local.get 2
;;             i32.const 0
;;             local.set 0
;;             local.set 1
;;           end
;;           loop ;; label = @4
;;             local.get 0
;;             local.get 0
;;             i32.load offset=1024
;;             i32.const 3
;;             i32.mul
;;             local.get 4
;;             i32.add
;;             i32.store offset=1024
;;             local.get 0
;;             i32.const 4
;;             i32.add
;;             local.set 0
;;             local.get 1
;;             i32.const -1
;;             i32.add
;;             local.tee 1
;;             br_if 0 (;@4;)
;;           end
;;         else
;;           local.get 2
;;           local.set 1
;;           loop ;; label = @4
;;             local.get 0
;;             local.get 0
;;             i32.load offset=1024
;;             i32.const 3
;;             i32.mul
;;             local.get 5
;;             i32.load offset=1024
;;             i32.add
;;             i32.store offset=1024
;;             local.get 0
;;             i32.const 4
;;             i32.add
;;             local.set 0
;;             local.get 1
;;             i32.const -1
;;             i32.add
;;             local.tee 1
;;             br_if 0 (;@4;)
;;           end
;;         end
;;         local.get 5
;;         local.get 3
;;         i32.store offset=1024
;;         local.get 3
;;         i32.const 1
;;         i32.add
;;         local.tee 3
;;         local.get 2
;;         i32.lt_s
;;         br_if 0 (;@2;)
;;       end
;;       i32.const 12
;;       i32.load offset=1024
;;     end
;;   )
;; )
