;; A load out of bounds traps after the stores of the iterations before it, to an array that is in bounds.
;; test: optimize -O3
;; features: simd
;; run: add(0, 65500, 9) == 9
;; run: add(0, 65500, 10) == trap
;; run: last() == trap
(module
  (memory (export "memory") 1)
  (func $add (export "add") (param $a i32) (param $b i32) (param $n i32) (result i32) (local $i i32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (i32.store (i32.add (local.get $a) (i32.shl (local.get $i) (i32.const 2))) (i32.add (i32.load (i32.add (local.get $b) (i32.shl (local.get $i) (i32.const 2)))) (i32.const 1)))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (local.get $n))
  (func (export "last") (result i32) (call $add (i32.const 64) (i32.const 65480) (i32.const 40)))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32 i32) (result i32)))
;;   (type (;1;) (func (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "add" (func $add))
;;   (export "last" (func 1))
;;   (func $add (;0;) (type 0) (param i32 i32 i32) (result i32)
;;     (local i32 i32 i32 i32 i32 i64 i64 i64 i64 i64)
;;     local.get 2
;;     i32.const 0
;;     i32.gt_s
;;     if ;; label = @1
;;       block ;; label = @2
;;         local.get 2
;;         i32.const -1
;;         i32.add
;;         local.tee 3
;;         i32.const 8
;;         i32.ge_u
;;         (@metadata.code.branch_hint "\01")
;;         if ;; label = @3
;;           local.get 1
;;           i64.extend_i32_u
;;           local.tee 9
;;           local.get 3
;;           i64.extend_i32_u
;;           i64.const 2
;;           i64.shl
;;           local.tee 8
;;           i64.add
;;           i64.const 4
;;           i64.add
;;           local.tee 10
;;           memory.size
;;           local.tee 4
;;           i64.extend_i32_u
;;           i64.const 16
;;           i64.shl
;;           local.tee 11
;;           i64.le_u
;;           local.get 0
;;           i64.extend_i32_u
;;           local.tee 12
;;           local.get 8
;;           i64.add
;;           i64.const 4
;;           i64.add
;;           local.tee 8
;;           local.get 11
;;           i64.le_u
;;           i32.and
;;           local.get 8
;;           local.get 9
;;           i64.le_u
;;           local.get 10
;;           local.get 12
;;           i64.le_u
;;           i32.or
;;           i32.and
;;           (@metadata.code.branch_hint "\01")
;;           if ;; label = @4
;;             block ;; label = @5
;;               local.get 3
;;               i32.const -4
;;               i32.and
;;               local.tee 6
;;               i32.const 20
;;               i32.ge_u
;;               if ;; label = @6
;;                 local.get 4
;;                 i32.const 65535
;;                 i32.le_u
;;                 if ;; label = @7
;;                   local.get 6
;;                   i32.const -4
;;                   i32.add
;;                   i32.const -16
;;                   i32.and
;;                   local.set 7
;;                   i32.const 0
;;                   local.set 3
;;                   loop ;; label = @8
;;                     local.get 0
;;                     local.get 3
;;                     i32.const 2
;;                     i32.shl
;;                     local.tee 5
;;                     i32.add
;;                     local.tee 4
;;                     local.get 1
;;                     local.get 5
;;                     i32.add
;;                     local.tee 5
;;                     v128.load align=4
;;                     v128.const i32x4 0x00000001 0x00000001 0x00000001 0x00000001
;;                     i32x4.add
;;                     v128.store align=4
;;                     local.get 4
;;                     local.get 5
;;                     v128.load offset=16 align=4
;;                     v128.const i32x4 0x00000001 0x00000001 0x00000001 0x00000001
;;                     i32x4.add
;;                     v128.store offset=16 align=4
;;                     local.get 4
;;                     local.get 5
;;                     v128.load offset=32 align=4
;;                     v128.const i32x4 0x00000001 0x00000001 0x00000001 0x00000001
;;                     i32x4.add
;;                     v128.store offset=32 align=4
;;                     local.get 4
;;                     local.get 5
;;                     v128.load offset=48 align=4
;;                     v128.const i32x4 0x00000001 0x00000001 0x00000001 0x00000001
;;                     i32x4.add
;;                     v128.store offset=48 align=4
;;                     local.get 3
;;                     i32.const 16
;;                     i32.add
;;                     local.tee 3
;;                     local.get 7
;;                     i32.ne
;;                     br_if 0 (;@8;)
;;                   end
;;                   br 2 (;@5;)
;;                 end
;;               end
;;               i32.const 0
;;               local.set 3
;;             end
;;             loop ;; label = @5
;;               local.get 0
;;               local.get 3
;;               i32.const 2
;;               i32.shl
;;               local.tee 4
;;               i32.add
;;               local.get 1
;;               local.get 4
;;               i32.add
;;               v128.load align=4
;;               v128.const i32x4 0x00000001 0x00000001 0x00000001 0x00000001
;;               i32x4.add
;;               v128.store align=4
;;               local.get 3
;;               i32.const 4
;;               i32.add
;;               local.tee 3
;;               local.get 6
;;               i32.ne
;;               (@metadata.code.branch_hint "\01")
;;               br_if 0 (;@5;)
;;             end
;;             br 2 (;@2;)
;;           end
;;         end
;;         i32.const 0
;;         local.set 3
;;       end
;;       local.get 2
;;       local.get 3
;;       i32.sub
;;       local.tee 4
;;       i32.const 5
;;       i32.ge_u
;;       if ;; label = @2
;;         local.get 3
;;         i32.const -2147483647
;;         i32.add
;;         local.get 2
;;         i32.const -2147483648
;;         i32.add
;;         i32.le_u
;;         if ;; label = @3
;;           memory.size
;;           i32.const 65535
;;           i32.le_u
;;           if ;; label = @4
;;             local.get 3
;;             local.get 4
;;             i32.const -1
;;             i32.add
;;             i32.const -4
;;             i32.and
;;             i32.add
;;             local.set 6
;;             loop ;; label = @5
;;               local.get 0
;;               local.get 3
;;               i32.const 2
;;               i32.shl
;;               local.tee 5
;;               i32.add
;;               local.tee 4
;;               local.get 1
;;               local.get 5
;;               i32.add
;;               local.tee 5
;;               i32.load
;;               i32.const 1
;;               i32.add
;;               i32.store
;;               local.get 4
;;               local.get 5
;;               i32.load offset=4
;;               i32.const 1
;;               i32.add
;;               i32.store offset=4
;;               local.get 4
;;               local.get 5
;;               i32.load offset=8
;;               i32.const 1
;;               i32.add
;;               i32.store offset=8
;;               local.get 4
;;               local.get 5
;;               i32.load offset=12
;;               i32.const 1
;;               i32.add
;;               i32.store offset=12
;;               local.get 3
;;               i32.const 4
;;               i32.add
;;               local.tee 3
;;               local.get 6
;;               i32.ne
;;               br_if 0 (;@5;)
;;             end
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
;;         local.get 1
;;         local.get 4
;;         i32.add
;;         i32.load
;;         i32.const 1
;;         i32.add
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
;;     i32.const 64
;;     i32.const 65480
;;     i32.const 40
;;     call $add
;;     drop
;;     i32.const 40
;;   )
;; )
