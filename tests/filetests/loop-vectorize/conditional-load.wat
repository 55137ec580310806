;; A load under a condition that would trap in other iterations.
;; test: optimize -O3
;; features: simd
;; run: f(20, 8) == -2004846480
;; run: f(20, 20) == trap
(module
  (memory (export "memory") 1)
  (data (i32.const 65500) "\00\01\02\03\04\05\06\07\08\09\0a\0b\0c\0d\0e\0f\10\11\12\13\14\15\16\17\18\19\1a\1b\1c\1d\1e\1f\20\21\22\23")
  (func (export "f") (param $n i32) (param $m i32) (result i32) (local $i i32) (local $s i32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (if (i32.lt_s (local.get $i) (local.get $m)) (then
          (local.set $s (i32.add (local.get $s) (i32.load offset=65500 (i32.shl (local.get $i) (i32.const 2)))))))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (local.get $s))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32 i32) (result i32)
;;     (local i32 i32 i32 i32 v128 v128)
;;     local.get 0
;;     i32.const 0
;;     i32.le_s
;;     if (result i32) ;; label = @1
;;       i32.const 0
;;     else
;;       block ;; label = @2
;;         local.get 0
;;         i32.const -1
;;         i32.add
;;         local.tee 2
;;         i32.const 4
;;         i32.ge_u
;;         (@metadata.code.branch_hint "\01")
;;         if ;; label = @3
;;           local.get 2
;;           i64.extend_i32_u
;;           i64.const 2
;;           i64.shl
;;           i64.const 65504
;;           i64.add
;;           memory.size
;;           local.tee 3
;;           i64.extend_i32_u
;;           i64.const 16
;;           i64.shl
;;           i64.le_u
;;           (@metadata.code.branch_hint "\01")
;;           if ;; label = @4
;;             local.get 1
;;             i32x4.splat
;;             local.set 7
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
;;                   v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
;;                   local.set 6
;;                   local.set 2
;;                   loop ;; label = @8
;;                     local.get 6
;;                     local.get 2
;;                     i32.const 2
;;                     i32.shl
;;                     local.tee 3
;;                     v128.load offset=65500 align=4
;;                     local.get 2
;;                     i32x4.splat
;;                     v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
;;                     i32x4.add
;;                     local.get 7
;;                     i32x4.lt_s
;;                     v128.and
;;                     i32x4.add
;;                     local.get 3
;;                     v128.load offset=65516 align=4
;;                     local.get 2
;;                     i32.const 4
;;                     i32.add
;;                     i32x4.splat
;;                     v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
;;                     i32x4.add
;;                     local.get 7
;;                     i32x4.lt_s
;;                     v128.and
;;                     i32x4.add
;;                     local.get 3
;;                     v128.load offset=65532 align=4
;;                     local.get 2
;;                     i32.const 8
;;                     i32.add
;;                     i32x4.splat
;;                     v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
;;                     i32x4.add
;;                     local.get 7
;;                     i32x4.lt_s
;;                     v128.and
;;                     i32x4.add
;;                     local.get 3
;;                     v128.load offset=65548 align=4
;;                     local.get 2
;;                     i32.const 12
;;                     i32.add
;;                     i32x4.splat
;;                     v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
;;                     i32x4.add
;;                     local.get 7
;;                     i32x4.lt_s
;;                     v128.and
;;                     i32x4.add
;;                     local.set 6
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
;;               v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
;;               local.set 6
;;               local.set 2
;;             end
;;             loop ;; label = @5
;;               local.get 6
;;               local.get 2
;;               i32.const 2
;;               i32.shl
;;               v128.load offset=65500 align=4
;;               local.get 2
;;               i32x4.splat
;;               v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
;;               i32x4.add
;;               local.get 7
;;               i32x4.lt_s
;;               v128.and
;;               i32x4.add
;;               local.set 6
;;               local.get 2
;;               i32.const 4
;;               i32.add
;;               local.tee 2
;;               local.get 4
;;               i32.ne
;;               (@metadata.code.branch_hint "\01")
;;               br_if 0 (;@5;)
;;             end
;;             local.get 6
;;             local.get 6
;;             local.get 6
;;             i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7
;;             i32x4.add
;;             local.tee 6
;;             local.get 6
;;             local.get 6
;;             i8x16.shuffle 4 5 6 7 8 9 10 11 12 13 14 15 0 1 2 3
;;             i32x4.add
;;             i32x4.extract_lane 0
;;             local.set 3
;;             br 2 (;@2;)
;;           end
;;         end
;;         i32.const 0
;;         i32.const 0
;;         local.set 2
;;         local.set 3
;;       end
;;       loop ;; label = @2
;;         local.get 2
;;         local.get 1
;;         i32.lt_s
;;         if ;; label = @3
;;           local.get 3
;;           local.get 2
;;           i32.const 2
;;           i32.shl
;;           i32.load offset=65500
;;           i32.add
;;           local.set 3
;;         end
;;         local.get 2
;;         i32.const 1
;;         i32.add
;;         local.tee 2
;;         local.get 0
;;         i32.lt_s
;;         br_if 0 (;@2;)
;;       end
;;       local.get 3
;;     end
;;   )
;;   (data (;0;) (i32.const 65501) "\01\02\03\04\05\06\07\08\09\0a\0b\0c\0d\0e\0f\10\11\12\13\14\15\16\17\18\19\1a\1b\1c\1d\1e\1f !\22#")
;; )
