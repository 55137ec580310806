;; Integers become floats, signed and unsigned, and floats integers that saturate.
;; test: optimize -O3
;; features: simd
;; run: f(9, 0) == 4294967296.0
;; run: f(9, 4) == 2147483648.0
;; run: f(9, 32) == 387323168.0
;; run: g(9, 0) == 2147483647
;; run: g(9, 16) == 0
;; run: g(9, 24) == -2147483648
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\ff\ff\ff\ff\00\00\00\80\01\00\00\01\00\01\02\03\04\05\06\07\08\09\0a\0b\0c\0d\0e\0f\10\11\12\13\14\15\16\17\18\19\1a\1b\1c\1d\1e\1f\20\21\22\23\24\25\26\27\28\29\2a\2b\2c\2d\2e\2f\30\31\32\33")
  (data (i32.const 320) "\ec\78\ad\60\ec\78\ad\e0\33\33\f3\3f\33\33\f3\bf\34\12\c0\7f\00\00\00\4f\00\00\00\cf\00\00\00\3f\00\00\80\7f")
  (func (export "f") (param $n i32) (param $at i32) (result f32) (local $i i32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (f32.store offset=512 (i32.shl (local.get $i) (i32.const 2)) (f32.convert_i32_u (i32.load offset=256 (i32.shl (local.get $i) (i32.const 2)))))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (f32.load offset=512 (local.get $at)))
  (func (export "g") (param $n i32) (param $at i32) (result i32) (local $i i32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (i32.store offset=512 (i32.shl (local.get $i) (i32.const 2)) (i32.trunc_sat_f32_s (f32.load offset=320 (i32.shl (local.get $i) (i32.const 2)))))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (i32.load offset=512 (local.get $at)))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result f32)))
;;   (type (;1;) (func (param i32 i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "f" (func 0))
;;   (export "g" (func 1))
;;   (func (;0;) (type 0) (param i32 i32) (result f32)
;;     (local i32 i32 i32 i32)
;;     local.get 0
;;     i32.const 0
;;     i32.gt_s
;;     if ;; label = @1
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
;;           i64.const 516
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
;;                   local.set 2
;;                   loop ;; label = @8
;;                     local.get 2
;;                     i32.const 2
;;                     i32.shl
;;                     local.tee 3
;;                     local.get 3
;;                     v128.load offset=256 align=4
;;                     f32x4.convert_i32x4_u
;;                     v128.store offset=512 align=4
;;                     local.get 3
;;                     local.get 3
;;                     v128.load offset=272 align=4
;;                     f32x4.convert_i32x4_u
;;                     v128.store offset=528 align=4
;;                     local.get 3
;;                     local.get 3
;;                     v128.load offset=288 align=4
;;                     f32x4.convert_i32x4_u
;;                     v128.store offset=544 align=4
;;                     local.get 3
;;                     local.get 3
;;                     v128.load offset=304 align=4
;;                     f32x4.convert_i32x4_u
;;                     v128.store offset=560 align=4
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
;;               local.get 2
;;               i32.const 2
;;               i32.shl
;;               local.tee 3
;;               local.get 3
;;               v128.load offset=256 align=4
;;               f32x4.convert_i32x4_u
;;               v128.store offset=512 align=4
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
;;         local.get 2
;;         i32.const 2
;;         i32.shl
;;         local.tee 3
;;         local.get 3
;;         i32.load offset=256
;;         f32.convert_i32_u
;;         f32.store offset=512
;;         local.get 2
;;         i32.const 1
;;         i32.add
;;         local.tee 2
;;         local.get 0
;;         i32.lt_s
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     local.get 1
;;     f32.load offset=512
;;   )
;;   (func (;1;) (type 1) (param i32 i32) (result i32)
;;     (local i32 i32 i32 i32)
;;     local.get 0
;;     i32.const 0
;;     i32.gt_s
;;     if ;; label = @1
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
;;           i64.const 516
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
;;                   local.set 2
;;                   loop ;; label = @8
;;                     local.get 2
;;                     i32.const 2
;;                     i32.shl
;;                     local.tee 3
;;                     local.get 3
;;                     v128.load offset=320 align=4
;;                     i32x4.trunc_sat_f32x4_s
;;                     v128.store offset=512 align=4
;;                     local.get 3
;;                     local.get 3
;;                     v128.load offset=336 align=4
;;                     i32x4.trunc_sat_f32x4_s
;;                     v128.store offset=528 align=4
;;                     local.get 3
;;                     local.get 3
;;                     v128.load offset=352 align=4
;;                     i32x4.trunc_sat_f32x4_s
;;                     v128.store offset=544 align=4
;;                     local.get 3
;;                     local.get 3
;;                     v128.load offset=368 align=4
;;                     i32x4.trunc_sat_f32x4_s
;;                     v128.store offset=560 align=4
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
;;               local.get 2
;;               i32.const 2
;;               i32.shl
;;               local.tee 3
;;               local.get 3
;;               v128.load offset=320 align=4
;;               i32x4.trunc_sat_f32x4_s
;;               v128.store offset=512 align=4
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
;;         local.get 2
;;         i32.const 2
;;         i32.shl
;;         local.tee 3
;;         local.get 3
;;         f32.load offset=320
;;         i32.trunc_sat_f32_s
;;         i32.store offset=512
;;         local.get 2
;;         i32.const 1
;;         i32.add
;;         local.tee 2
;;         local.get 0
;;         i32.lt_s
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     local.get 1
;;     i32.load offset=512
;;   )
;;   (data (;0;) (i32.const 256) "\ff\ff\ff\ff\00\00\00\80\01\00\00\01\00\01\02\03\04\05\06\07\08\09\0a\0b\0c\0d\0e\0f\10\11\12\13\14\15\16\17\18\19\1a\1b\1c\1d\1e\1f !\22#$%&'()*+,-./0123\ecx\ad`\ecx\ad\e033\f3?33\f3\bf4\12\c0\7f\00\00\00O\00\00\00\cf\00\00\00?\00\00\80\7f")
;; )
