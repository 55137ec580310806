;; Floats become doubles and doubles floats: two lanes of four.
;; test: optimize -O3
;; features: simd
;; run: wide(8, 40) == 6.050000000000001
;; run: wide(7, 48) == -0.0
;; run: wide(5, 0) == 0.11000000163912774
;; run: narrow(7, 4) == inf
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\cd\cc\cc\3d\cd\cc\4c\3e\9a\99\99\be\ca\f2\49\71\c2\16\01\00\00\00\b0\40\00\00\00\80\00\00\e8\40\9a\99\99\99\99\99\b9\3f\9c\75\00\88\3c\e4\37\7e\59\f3\f8\c2\1f\6e\a5\81")
  (func (export "wide") (param $n i32) (param $at i32) (result f64) (local $i i32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (f64.store offset=512 (i32.shl (local.get $i) (i32.const 3)) (f64.mul (f64.promote_f32 (f32.load offset=256 (i32.shl (local.get $i) (i32.const 2)))) (f64.const 1.1)))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (f64.load offset=512 (local.get $at)))
  (func (export "narrow") (param $n i32) (param $at i32) (result f32) (local $i i32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (f32.store offset=512 (i32.shl (local.get $i) (i32.const 2)) (f32.demote_f64 (f64.load offset=256 (i32.shl (local.get $i) (i32.const 3)))))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (f32.load offset=512 (local.get $at)))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result f64)))
;;   (type (;1;) (func (param i32 i32) (result f32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "wide" (func 0))
;;   (export "narrow" (func 1))
;;   (func (;0;) (type 0) (param i32 i32) (result f64)
;;     (local i32 i32 i32 i32 i32 v128 i64 i64 i64)
;;     local.get 0
;;     i32.const 0
;;     i32.gt_s
;;     if ;; label = @1
;;       block ;; label = @2
;;         local.get 0
;;         i32.const -1
;;         i32.add
;;         local.tee 2
;;         i32.const 8
;;         i32.ge_u
;;         (@metadata.code.branch_hint "\01")
;;         if ;; label = @3
;;           local.get 2
;;           i64.extend_i32_u
;;           local.tee 8
;;           i64.const 2
;;           i64.shl
;;           i64.const 260
;;           i64.add
;;           local.tee 9
;;           memory.size
;;           local.tee 3
;;           i64.extend_i32_u
;;           i64.const 16
;;           i64.shl
;;           local.tee 10
;;           i64.le_u
;;           local.get 8
;;           i64.const 3
;;           i64.shl
;;           i64.const 520
;;           i64.add
;;           local.get 10
;;           i64.le_u
;;           i32.and
;;           local.get 9
;;           i64.const 512
;;           i64.le_u
;;           i32.and
;;           (@metadata.code.branch_hint "\01")
;;           if ;; label = @4
;;             block ;; label = @5
;;               local.get 2
;;               i32.const -4
;;               i32.and
;;               local.tee 5
;;               i32.const 20
;;               i32.ge_u
;;               if ;; label = @6
;;                 local.get 3
;;                 i32.const 65535
;;                 i32.le_u
;;                 if ;; label = @7
;;                   local.get 5
;;                   i32.const -4
;;                   i32.add
;;                   i32.const -16
;;                   i32.and
;;                   local.set 6
;;                   i32.const 0
;;                   local.set 2
;;                   loop ;; label = @8
;;                     local.get 2
;;                     i32.const 3
;;                     i32.shl
;;                     local.tee 3
;;                     local.get 2
;;                     i32.const 2
;;                     i32.shl
;;                     local.tee 4
;;                     v128.load offset=256 align=4
;;                     local.tee 7
;;                     f64x2.promote_low_f32x4
;;                     v128.const i32x4 0x9999999a 0x3ff19999 0x9999999a 0x3ff19999
;;                     f64x2.mul
;;                     v128.store offset=512 align=8
;;                     local.get 3
;;                     local.get 7
;;                     local.get 7
;;                     i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15
;;                     f64x2.promote_low_f32x4
;;                     v128.const i32x4 0x9999999a 0x3ff19999 0x9999999a 0x3ff19999
;;                     f64x2.mul
;;                     v128.store offset=528 align=8
;;                     local.get 3
;;                     local.get 4
;;                     v128.load offset=272 align=4
;;                     local.tee 7
;;                     f64x2.promote_low_f32x4
;;                     v128.const i32x4 0x9999999a 0x3ff19999 0x9999999a 0x3ff19999
;;                     f64x2.mul
;;                     v128.store offset=544 align=8
;;                     local.get 3
;;                     local.get 7
;;                     local.get 7
;;                     i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15
;;                     f64x2.promote_low_f32x4
;;                     v128.const i32x4 0x9999999a 0x3ff19999 0x9999999a 0x3ff19999
;;                     f64x2.mul
;;                     v128.store offset=560 align=8
;;                     local.get 3
;;                     local.get 4
;;                     v128.load offset=288 align=4
;;                     local.tee 7
;;                     f64x2.promote_low_f32x4
;;                     v128.const i32x4 0x9999999a 0x3ff19999 0x9999999a 0x3ff19999
;;                     f64x2.mul
;;                     v128.store offset=576 align=8
;;                     local.get 3
;;                     local.get 7
;;                     local.get 7
;;                     i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15
;;                     f64x2.promote_low_f32x4
;;                     v128.const i32x4 0x9999999a 0x3ff19999 0x9999999a 0x3ff19999
;;                     f64x2.mul
;;                     v128.store offset=592 align=8
;;                     local.get 3
;;                     local.get 4
;;                     v128.load offset=304 align=4
;;                     local.tee 7
;;                     f64x2.promote_low_f32x4
;;                     v128.const i32x4 0x9999999a 0x3ff19999 0x9999999a 0x3ff19999
;;                     f64x2.mul
;;                     v128.store offset=608 align=8
;;                     local.get 3
;;                     local.get 7
;;                     local.get 7
;;                     i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15
;;                     f64x2.promote_low_f32x4
;;                     v128.const i32x4 0x9999999a 0x3ff19999 0x9999999a 0x3ff19999
;;                     f64x2.mul
;;                     v128.store offset=624 align=8
;;                     local.get 2
;;                     i32.const 16
;;                     i32.add
;;                     local.tee 2
;;                     local.get 6
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
;;               i32.const 3
;;               i32.shl
;;               local.tee 3
;;               local.get 2
;;               i32.const 2
;;               i32.shl
;;               v128.load offset=256 align=4
;;               local.tee 7
;;               f64x2.promote_low_f32x4
;;               v128.const i32x4 0x9999999a 0x3ff19999 0x9999999a 0x3ff19999
;;               f64x2.mul
;;               v128.store offset=512 align=8
;;               local.get 3
;;               local.get 7
;;               local.get 7
;;               i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15
;;               f64x2.promote_low_f32x4
;;               v128.const i32x4 0x9999999a 0x3ff19999 0x9999999a 0x3ff19999
;;               f64x2.mul
;;               v128.store offset=528 align=8
;;               local.get 2
;;               i32.const 4
;;               i32.add
;;               local.tee 2
;;               local.get 5
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
;;       local.get 0
;;       local.get 2
;;       i32.sub
;;       local.tee 3
;;       i32.const 5
;;       i32.ge_u
;;       if ;; label = @2
;;         local.get 2
;;         i32.const -2147483647
;;         i32.add
;;         local.get 0
;;         i32.const -2147483648
;;         i32.add
;;         i32.le_u
;;         if ;; label = @3
;;           memory.size
;;           i32.const 65535
;;           i32.le_u
;;           if ;; label = @4
;;             local.get 2
;;             local.get 3
;;             i32.const -1
;;             i32.add
;;             i32.const -4
;;             i32.and
;;             i32.add
;;             local.set 5
;;             loop ;; label = @5
;;               local.get 2
;;               i32.const 3
;;               i32.shl
;;               local.tee 3
;;               local.get 2
;;               i32.const 2
;;               i32.shl
;;               local.tee 4
;;               f32.load offset=256
;;               f64.promote_f32
;;               f64.const 0x1.199999999999ap+0 (;=1.1;)
;;               f64.mul
;;               f64.store offset=512
;;               local.get 3
;;               local.get 4
;;               f32.load offset=260
;;               f64.promote_f32
;;               f64.const 0x1.199999999999ap+0 (;=1.1;)
;;               f64.mul
;;               f64.store offset=520
;;               local.get 3
;;               local.get 4
;;               f32.load offset=264
;;               f64.promote_f32
;;               f64.const 0x1.199999999999ap+0 (;=1.1;)
;;               f64.mul
;;               f64.store offset=528
;;               local.get 3
;;               local.get 4
;;               f32.load offset=268
;;               f64.promote_f32
;;               f64.const 0x1.199999999999ap+0 (;=1.1;)
;;               f64.mul
;;               f64.store offset=536
;;               local.get 2
;;               i32.const 4
;;               i32.add
;;               local.tee 2
;;               local.get 5
;;               i32.ne
;;               br_if 0 (;@5;)
;;             end
;;           end
;;         end
;;       end
;;       loop ;; label = @2
;;         local.get 2
;;         i32.const 3
;;         i32.shl
;;         local.get 2
;;         i32.const 2
;;         i32.shl
;;         f32.load offset=256
;;         f64.promote_f32
;;         f64.const 0x1.199999999999ap+0 (;=1.1;)
;;         f64.mul
;;         f64.store offset=512
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
;;     f64.load offset=512
;;   )
;;   (func (;1;) (type 1) (param i32 i32) (result f32)
;;     (local i32 i32 i32 i32 i32 i64 i64 i64)
;;     local.get 0
;;     i32.const 0
;;     i32.gt_s
;;     if ;; label = @1
;;       block ;; label = @2
;;         local.get 0
;;         i32.const -1
;;         i32.add
;;         local.tee 2
;;         i32.const 12
;;         i32.ge_u
;;         (@metadata.code.branch_hint "\01")
;;         if ;; label = @3
;;           local.get 2
;;           i64.extend_i32_u
;;           local.tee 7
;;           i64.const 3
;;           i64.shl
;;           i64.const 264
;;           i64.add
;;           local.tee 8
;;           memory.size
;;           local.tee 3
;;           i64.extend_i32_u
;;           i64.const 16
;;           i64.shl
;;           local.tee 9
;;           i64.le_u
;;           local.get 7
;;           i64.const 2
;;           i64.shl
;;           i64.const 516
;;           i64.add
;;           local.get 9
;;           i64.le_u
;;           i32.and
;;           local.get 8
;;           i64.const 512
;;           i64.le_u
;;           i32.and
;;           (@metadata.code.branch_hint "\01")
;;           if ;; label = @4
;;             block ;; label = @5
;;               local.get 2
;;               i32.const -4
;;               i32.and
;;               local.tee 5
;;               i32.const 20
;;               i32.ge_u
;;               if ;; label = @6
;;                 local.get 3
;;                 i32.const 65535
;;                 i32.le_u
;;                 if ;; label = @7
;;                   local.get 5
;;                   i32.const -4
;;                   i32.add
;;                   i32.const -16
;;                   i32.and
;;                   local.set 6
;;                   i32.const 0
;;                   local.set 2
;;                   loop ;; label = @8
;;                     local.get 2
;;                     i32.const 2
;;                     i32.shl
;;                     local.tee 4
;;                     local.get 2
;;                     i32.const 3
;;                     i32.shl
;;                     local.tee 3
;;                     v128.load offset=256 align=8
;;                     f32x4.demote_f64x2_zero
;;                     local.get 3
;;                     v128.load offset=272 align=8
;;                     f32x4.demote_f64x2_zero
;;                     i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
;;                     v128.store offset=512 align=4
;;                     local.get 4
;;                     local.get 3
;;                     v128.load offset=288 align=8
;;                     f32x4.demote_f64x2_zero
;;                     local.get 3
;;                     v128.load offset=304 align=8
;;                     f32x4.demote_f64x2_zero
;;                     i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
;;                     v128.store offset=528 align=4
;;                     local.get 4
;;                     local.get 3
;;                     v128.load offset=320 align=8
;;                     f32x4.demote_f64x2_zero
;;                     local.get 3
;;                     v128.load offset=336 align=8
;;                     f32x4.demote_f64x2_zero
;;                     i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
;;                     v128.store offset=544 align=4
;;                     local.get 4
;;                     local.get 3
;;                     v128.load offset=352 align=8
;;                     f32x4.demote_f64x2_zero
;;                     local.get 3
;;                     v128.load offset=368 align=8
;;                     f32x4.demote_f64x2_zero
;;                     i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
;;                     v128.store offset=560 align=4
;;                     local.get 2
;;                     i32.const 16
;;                     i32.add
;;                     local.tee 2
;;                     local.get 6
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
;;               local.get 2
;;               i32.const 3
;;               i32.shl
;;               local.tee 3
;;               v128.load offset=256 align=8
;;               f32x4.demote_f64x2_zero
;;               local.get 3
;;               v128.load offset=272 align=8
;;               f32x4.demote_f64x2_zero
;;               i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
;;               v128.store offset=512 align=4
;;               local.get 2
;;               i32.const 4
;;               i32.add
;;               local.tee 2
;;               local.get 5
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
;;       local.get 0
;;       local.get 2
;;       i32.sub
;;       local.tee 3
;;       i32.const 5
;;       i32.ge_u
;;       if ;; label = @2
;;         local.get 2
;;         i32.const -2147483647
;;         i32.add
;;         local.get 0
;;         i32.const -2147483648
;;         i32.add
;;         i32.le_u
;;         if ;; label = @3
;;           memory.size
;;           i32.const 65535
;;           i32.le_u
;;           if ;; label = @4
;;             local.get 2
;;             local.get 3
;;             i32.const -1
;;             i32.add
;;             i32.const -4
;;             i32.and
;;             i32.add
;;             local.set 5
;;             loop ;; label = @5
;;               local.get 2
;;               i32.const 2
;;               i32.shl
;;               local.tee 3
;;               local.get 2
;;               i32.const 3
;;               i32.shl
;;               local.tee 4
;;               f64.load offset=256
;;               f32.demote_f64
;;               f32.store offset=512
;;               local.get 3
;;               local.get 4
;;               f64.load offset=264
;;               f32.demote_f64
;;               f32.store offset=516
;;               local.get 3
;;               local.get 4
;;               f64.load offset=272
;;               f32.demote_f64
;;               f32.store offset=520
;;               local.get 3
;;               local.get 4
;;               f64.load offset=280
;;               f32.demote_f64
;;               f32.store offset=524
;;               local.get 2
;;               i32.const 4
;;               i32.add
;;               local.tee 2
;;               local.get 5
;;               i32.ne
;;               br_if 0 (;@5;)
;;             end
;;           end
;;         end
;;       end
;;       loop ;; label = @2
;;         local.get 2
;;         i32.const 2
;;         i32.shl
;;         local.get 2
;;         i32.const 3
;;         i32.shl
;;         f64.load offset=256
;;         f32.demote_f64
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
;;   (data (;0;) (i32.const 256) "\cd\cc\cc=\cd\ccL>\9a\99\99\be\ca\f2Iq\c2\16\01\00\00\00\b0@\00\00\00\80\00\00\e8@\9a\99\99\99\99\99\b9?\9cu\00\88<\e47~Y\f3\f8\c2\1fn\a5\81")
;; )
