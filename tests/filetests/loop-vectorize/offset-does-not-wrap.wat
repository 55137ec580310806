;; An immediate offset is added without wrapping.
;; test: optimize -O3
;; features: simd
;; run: f(-16, 4) == trap
;; run: f(65519, 1) == trap
;; run: f(16, 4) == 4
;; run: f(65500, 5) == 5
;; run: f(65500, 6) == trap
;; run: g(-16, 4) == trap
(module
  (memory (export "memory") 1)
  (func (export "f") (param $a i32) (param $n i32) (result i32) (local $i i32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (i32.store offset=16 (i32.add (local.get $a) (i32.shl (local.get $i) (i32.const 2))) (local.get $i))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (local.get $n))
  (func (export "g") (param $a i32) (param $n i32) (result i32) (local $i i32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (i32.store offset=4294967295 (i32.add (local.get $a) (i32.shl (local.get $i) (i32.const 2))) (local.get $i))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (local.get $n))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "f" (func 0))
;;   (export "g" (func 1))
;;   (func (;0;) (type 0) (param i32 i32) (result i32)
;;     (local i32 i32 i32 i32)
;;     local.get 1
;;     i32.const 0
;;     i32.gt_s
;;     if ;; label = @1
;;       block ;; label = @2
;;         local.get 1
;;         i32.const -1
;;         i32.add
;;         local.tee 2
;;         i32.const 8
;;         i32.ge_u
;;         (@metadata.code.branch_hint "\01")
;;         if ;; label = @3
;;           local.get 0
;;           i64.extend_i32_u
;;           local.get 2
;;           i64.extend_i32_u
;;           i64.const 2
;;           i64.shl
;;           i64.add
;;           i64.const 20
;;           i64.add
;;           memory.size
;;           local.tee 3
;;           i64.extend_i32_u
;;           i64.const 16
;;           i64.shl
;;           i64.le_u
;;           (@metadata.code.branch_hint "\01")
;;           if ;; label = @4
;;             block ;; label = @5
;;               local.get 2
;;               i32.const -4
;;               i32.and
;;               local.tee 4
;;               i32.const 20
;;               i32.ge_u
;;               if ;; label = @6
;;                 local.get 3
;;                 i32.const 65535
;;                 i32.le_u
;;                 if ;; label = @7
;;                   local.get 4
;;                   i32.const -4
;;                   i32.add
;;                   i32.const -16
;;                   i32.and
;;                   local.set 5
;;                   i32.const 0
;;                   local.get 0
;;                   local.set 3
;;                   local.set 2
;;                   loop ;; label = @8
;;                     local.get 3
;;                     local.get 2
;;                     i32x4.splat
;;                     v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
;;                     i32x4.add
;;                     v128.store offset=16 align=4
;;                     local.get 3
;;                     local.get 2
;;                     i32.const 4
;;                     i32.add
;;                     i32x4.splat
;;                     v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
;;                     i32x4.add
;;                     v128.store offset=32 align=4
;;                     local.get 3
;;                     local.get 2
;;                     i32.const 8
;;                     i32.add
;;                     i32x4.splat
;;                     v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
;;                     i32x4.add
;;                     v128.store offset=48 align=4
;;                     local.get 3
;;                     local.get 2
;;                     i32.const 12
;;                     i32.add
;;                     i32x4.splat
;;                     v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
;;                     i32x4.add
;;                     v128.store offset=64 align=4
;;                     local.get 3
;;                     i32.const -64
;;                     i32.sub
;;                     local.set 3
;;                     local.get 2
;;                     i32.const 16
;;                     i32.add
;;                     local.tee 2
;;                     local.get 5
;;                     i32.ne
;;                     br_if 0 (;@8;)
;;                   end
;;                   br 2 (;@5;)
;;                 end
;;               end
;;               i32.const 0
;;               local.set 2
;;             end
;;             loop ;; label = @5
;;               local.get 0
;;               local.get 2
;;               i32.const 2
;;               i32.shl
;;               i32.add
;;               local.get 2
;;               i32x4.splat
;;               v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
;;               i32x4.add
;;               v128.store offset=16 align=4
;;               local.get 2
;;               i32.const 4
;;               i32.add
;;               local.tee 2
;;               local.get 4
;;               i32.ne
;;               (@metadata.code.branch_hint "\01")
;;               br_if 0 (;@5;)
;;             end
;;             br 2 (;@2;)
;;           end
;;         end
;;         i32.const 0
;;         local.set 2
;;       end
;;       loop ;; label = @2
;;         local.get 0
;;         local.get 2
;;         i32.const 2
;;         i32.shl
;;         i32.add
;;         local.get 2
;;         i32.store offset=16
;;         local.get 2
;;         i32.const 1
;;         i32.add
;;         local.tee 2
;;         local.get 1
;;         i32.lt_s
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     local.get 1
;;   )
;;   (func (;1;) (type 0) (param i32 i32) (result i32)
;;     (local i32 i32 i32)
;;     local.get 1
;;     i32.const 0
;;     i32.gt_s
;;     if ;; label = @1
;;       local.get 1
;;       i32.const 5
;;       i32.ge_u
;;       if ;; label = @2
;;         local.get 1
;;         i32.const -1
;;         i32.add
;;         i32.const -4
;;         i32.and
;;         local.set 4
;;         local.get 0
;;         local.set 3
;;         loop ;; label = @3
;;           local.get 3
;;           local.get 2
;;           i32.store offset=4294967295
;;           local.get 3
;;           i32.const 4
;;           i32.add
;;           local.get 2
;;           i32.const 1
;;           i32.add
;;           i32.store offset=4294967295
;;           local.get 3
;;           i32.const 8
;;           i32.add
;;           local.get 2
;;           i32.const 2
;;           i32.add
;;           i32.store offset=4294967295
;;           local.get 3
;;           i32.const 12
;;           i32.add
;;           local.get 2
;;           i32.const 3
;;           i32.add
;;           i32.store offset=4294967295
;;           local.get 3
;;           i32.const 16
;;           i32.add
;;           local.set 3
;;           local.get 2
;;           i32.const 4
;;           i32.add
;;           local.tee 2
;;           local.get 4
;;           i32.ne
;;           br_if 0 (;@3;)
;;         end
;;       end
;;       loop ;; label = @2
;;         local.get 0
;;         local.get 2
;;         i32.const 2
;;         i32.shl
;;         i32.add
;;         local.get 2
;;         i32.store offset=4294967295
;;         local.get 2
;;         i32.const 1
;;         i32.add
;;         local.tee 2
;;         local.get 1
;;         i32.lt_s
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     local.get 1
;;   )
;; )
