;; Pixels of three bytes become one, and one becomes three.
;; test: optimize -O3
;; features: simd
;; run: grey(20, 0) == 1985255465
;; run: grey(17, 16) == 102
;; run: back(20, 12) == -996171873
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\0b\30\55\7a\9f\c4\e9\0e\33\58\7d\a2\c7\ec\11\36\5b\80\a5\ca\ef\14\39\5e\83\a8\cd\f2\17\3c\61\86\ab\d0\f5\1a\3f\64\89\ae\d3\f8\1d\42\67\8c\b1\d6\fb\20\45\6a\8f\b4\d9\fe\23\48\6d\92\b7\dc\01\26")
  (func (export "grey") (param $n i32) (param $at i32) (result i32) (local $i i32) (local $p i32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (local.set $p (i32.mul (local.get $i) (i32.const 3)))
        (i32.store8 offset=512 (local.get $i) (i32.shr_u (i32.add (i32.add
          (i32.mul (i32.load8_u offset=256 (local.get $p)) (i32.const 77))
          (i32.mul (i32.load8_u offset=257 (local.get $p)) (i32.const 150)))
          (i32.mul (i32.load8_u offset=258 (local.get $p)) (i32.const 29))) (i32.const 8)))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (i32.load offset=512 (local.get $at)))
  (func (export "back") (param $n i32) (param $at i32) (result i32) (local $i i32) (local $p i32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (local.set $p (i32.mul (local.get $i) (i32.const 3)))
        (i32.store8 offset=512 (local.get $p) (i32.load8_u offset=256 (local.get $i)))
        (i32.store8 offset=513 (local.get $p) (i32.load8_u offset=256 (local.get $i)))
        (i32.store8 offset=514 (local.get $p) (i32.load8_u offset=256 (local.get $i)))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (i32.load offset=512 (local.get $at)))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "grey" (func 0))
;;   (export "back" (func 1))
;;   (func (;0;) (type 0) (param i32 i32) (result i32)
;;     (local i32 i32 i32 v128 v128 v128 v128 v128 i64 i64 i64)
;;     local.get 0
;;     i32.const 0
;;     i32.gt_s
;;     if ;; label = @1
;;       block ;; label = @2
;;         local.get 0
;;         i32.const -1
;;         i32.add
;;         local.tee 2
;;         i32.const 16
;;         i32.ge_u
;;         (@metadata.code.branch_hint "\01")
;;         if ;; label = @3
;;           local.get 2
;;           i64.extend_i32_u
;;           local.tee 10
;;           i64.const 3
;;           i64.mul
;;           i64.const 259
;;           i64.add
;;           local.tee 11
;;           memory.size
;;           i64.extend_i32_u
;;           i64.const 16
;;           i64.shl
;;           local.tee 12
;;           i64.le_u
;;           local.get 10
;;           i64.const 513
;;           i64.add
;;           local.get 12
;;           i64.le_u
;;           i32.and
;;           local.get 11
;;           i64.const 512
;;           i64.le_u
;;           i32.and
;;           (@metadata.code.branch_hint "\01")
;;           if ;; label = @4
;;             local.get 2
;;             i32.const -16
;;             i32.and
;;             local.set 4
;;             i32.const 0
;;             local.set 2
;;             loop ;; label = @5
;;               local.get 2
;;               local.get 2
;;               i32.const 3
;;               i32.mul
;;               local.tee 3
;;               v128.load offset=256 align=1
;;               local.tee 5
;;               local.get 3
;;               v128.load offset=272 align=1
;;               local.tee 6
;;               i8x16.shuffle 0 3 6 9 12 15 18 21 24 27 30 11 12 13 14 15
;;               local.get 3
;;               v128.load offset=288 align=1
;;               local.tee 7
;;               i8x16.shuffle 0 1 2 3 4 5 6 7 8 9 10 17 20 23 26 29
;;               local.tee 8
;;               i16x8.extend_low_i8x16_u
;;               v128.const i32x4 0x004d004d 0x004d004d 0x004d004d 0x004d004d
;;               i16x8.mul
;;               local.get 5
;;               local.get 6
;;               i8x16.shuffle 1 4 7 10 13 16 19 22 25 28 31 11 12 13 14 15
;;               local.get 7
;;               i8x16.shuffle 0 1 2 3 4 5 6 7 8 9 10 18 21 24 27 30
;;               local.tee 9
;;               i16x8.extend_low_i8x16_u
;;               v128.const i32x4 0x00960096 0x00960096 0x00960096 0x00960096
;;               i16x8.mul
;;               i16x8.add
;;               local.get 5
;;               local.get 6
;;               i8x16.shuffle 2 5 8 11 14 17 20 23 26 29 10 11 12 13 14 15
;;               local.get 7
;;               i8x16.shuffle 0 1 2 3 4 5 6 7 8 9 16 19 22 25 28 31
;;               local.tee 5
;;               i16x8.extend_low_i8x16_u
;;               v128.const i32x4 0x001d001d 0x001d001d 0x001d001d 0x001d001d
;;               i16x8.mul
;;               i16x8.add
;;               i32.const 8
;;               i16x8.shr_u
;;               local.get 8
;;               i16x8.extend_high_i8x16_u
;;               v128.const i32x4 0x004d004d 0x004d004d 0x004d004d 0x004d004d
;;               i16x8.mul
;;               local.get 9
;;               i16x8.extend_high_i8x16_u
;;               v128.const i32x4 0x00960096 0x00960096 0x00960096 0x00960096
;;               i16x8.mul
;;               i16x8.add
;;               local.get 5
;;               i16x8.extend_high_i8x16_u
;;               v128.const i32x4 0x001d001d 0x001d001d 0x001d001d 0x001d001d
;;               i16x8.mul
;;               i16x8.add
;;               i32.const 8
;;               i16x8.shr_u
;;               i8x16.narrow_i16x8_u
;;               v128.store offset=512 align=1
;;               local.get 2
;;               i32.const 16
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
;;             local.set 4
;;             loop ;; label = @5
;;               local.get 2
;;               local.get 2
;;               i32.const 3
;;               i32.mul
;;               local.tee 3
;;               i32.load8_u offset=256
;;               i32.const 77
;;               i32.mul
;;               local.get 3
;;               i32.load8_u offset=257
;;               i32.const 150
;;               i32.mul
;;               i32.add
;;               local.get 3
;;               i32.load8_u offset=258
;;               i32.const 29
;;               i32.mul
;;               i32.add
;;               i32.const 8
;;               i32.shr_u
;;               i32.store8 offset=512
;;               local.get 2
;;               local.get 3
;;               i32.load8_u offset=259
;;               i32.const 77
;;               i32.mul
;;               local.get 3
;;               i32.load8_u offset=260
;;               i32.const 150
;;               i32.mul
;;               i32.add
;;               local.get 3
;;               i32.load8_u offset=261
;;               i32.const 29
;;               i32.mul
;;               i32.add
;;               i32.const 8
;;               i32.shr_u
;;               i32.store8 offset=513
;;               local.get 2
;;               local.get 3
;;               i32.load8_u offset=262
;;               i32.const 77
;;               i32.mul
;;               local.get 3
;;               i32.load8_u offset=263
;;               i32.const 150
;;               i32.mul
;;               i32.add
;;               local.get 3
;;               i32.load8_u offset=264
;;               i32.const 29
;;               i32.mul
;;               i32.add
;;               i32.const 8
;;               i32.shr_u
;;               i32.store8 offset=514
;;               local.get 2
;;               local.get 3
;;               i32.load8_u offset=265
;;               i32.const 77
;;               i32.mul
;;               local.get 3
;;               i32.load8_u offset=266
;;               i32.const 150
;;               i32.mul
;;               i32.add
;;               local.get 3
;;               i32.load8_u offset=267
;;               i32.const 29
;;               i32.mul
;;               i32.add
;;               i32.const 8
;;               i32.shr_u
;;               i32.store8 offset=515
;;               local.get 2
;;               i32.const 4
;;               i32.add
;;               local.tee 2
;;               local.get 4
;;               i32.ne
;;               br_if 0 (;@5;)
;;             end
;;           end
;;         end
;;       end
;;       loop ;; label = @2
;;         local.get 2
;;         local.get 2
;;         i32.const 3
;;         i32.mul
;;         local.tee 3
;;         i32.load8_u offset=256
;;         i32.const 77
;;         i32.mul
;;         local.get 3
;;         i32.load8_u offset=257
;;         i32.const 150
;;         i32.mul
;;         i32.add
;;         local.get 3
;;         i32.load8_u offset=258
;;         i32.const 29
;;         i32.mul
;;         i32.add
;;         i32.const 8
;;         i32.shr_u
;;         i32.store8 offset=512
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
;;   (func (;1;) (type 0) (param i32 i32) (result i32)
;;     (local i32 i32 i32 i32 v128 i64 i64 i64)
;;     local.get 0
;;     i32.const 0
;;     i32.gt_s
;;     if ;; label = @1
;;       block ;; label = @2
;;         local.get 0
;;         i32.const -1
;;         i32.add
;;         local.tee 2
;;         i32.const 16
;;         i32.ge_u
;;         (@metadata.code.branch_hint "\01")
;;         if ;; label = @3
;;           local.get 2
;;           i64.extend_i32_u
;;           local.tee 7
;;           i64.const 257
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
;;           i64.const 3
;;           i64.mul
;;           i64.const 515
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
;;               i32.const -16
;;               i32.and
;;               local.tee 4
;;               i32.const 80
;;               i32.ge_u
;;               if ;; label = @6
;;                 local.get 3
;;                 i32.const 65535
;;                 i32.le_u
;;                 if ;; label = @7
;;                   local.get 4
;;                   i32.const -16
;;                   i32.add
;;                   i32.const -64
;;                   i32.and
;;                   local.set 5
;;                   i32.const 0
;;                   local.set 2
;;                   loop ;; label = @8
;;                     local.get 2
;;                     i32.const 3
;;                     i32.mul
;;                     local.tee 3
;;                     local.get 2
;;                     v128.load offset=256 align=1
;;                     local.tee 6
;;                     local.get 6
;;                     i8x16.shuffle 0 16 2 1 17 5 2 18 8 3 19 11 4 20 14 5
;;                     local.get 6
;;                     i8x16.shuffle 0 1 16 3 4 17 6 7 18 9 10 19 12 13 20 15
;;                     v128.store offset=512 align=1
;;                     local.get 3
;;                     local.get 6
;;                     local.get 6
;;                     i8x16.shuffle 5 21 2 6 22 5 7 23 8 8 24 11 9 25 14 10
;;                     local.get 6
;;                     i8x16.shuffle 0 1 22 3 4 23 6 7 24 9 10 25 12 13 26 15
;;                     v128.store offset=528 align=1
;;                     local.get 3
;;                     local.get 6
;;                     local.get 6
;;                     i8x16.shuffle 10 27 2 11 28 5 12 29 8 13 30 11 14 31 14 15
;;                     local.get 6
;;                     i8x16.shuffle 0 1 27 3 4 28 6 7 29 9 10 30 12 13 31 15
;;                     v128.store offset=544 align=1
;;                     local.get 3
;;                     local.get 2
;;                     v128.load offset=272 align=1
;;                     local.tee 6
;;                     local.get 6
;;                     i8x16.shuffle 0 16 2 1 17 5 2 18 8 3 19 11 4 20 14 5
;;                     local.get 6
;;                     i8x16.shuffle 0 1 16 3 4 17 6 7 18 9 10 19 12 13 20 15
;;                     v128.store offset=560 align=1
;;                     local.get 3
;;                     local.get 6
;;                     local.get 6
;;                     i8x16.shuffle 5 21 2 6 22 5 7 23 8 8 24 11 9 25 14 10
;;                     local.get 6
;;                     i8x16.shuffle 0 1 22 3 4 23 6 7 24 9 10 25 12 13 26 15
;;                     v128.store offset=576 align=1
;;                     local.get 3
;;                     local.get 6
;;                     local.get 6
;;                     i8x16.shuffle 10 27 2 11 28 5 12 29 8 13 30 11 14 31 14 15
;;                     local.get 6
;;                     i8x16.shuffle 0 1 27 3 4 28 6 7 29 9 10 30 12 13 31 15
;;                     v128.store offset=592 align=1
;;                     local.get 3
;;                     local.get 2
;;                     v128.load offset=288 align=1
;;                     local.tee 6
;;                     local.get 6
;;                     i8x16.shuffle 0 16 2 1 17 5 2 18 8 3 19 11 4 20 14 5
;;                     local.get 6
;;                     i8x16.shuffle 0 1 16 3 4 17 6 7 18 9 10 19 12 13 20 15
;;                     v128.store offset=608 align=1
;;                     local.get 3
;;                     local.get 6
;;                     local.get 6
;;                     i8x16.shuffle 5 21 2 6 22 5 7 23 8 8 24 11 9 25 14 10
;;                     local.get 6
;;                     i8x16.shuffle 0 1 22 3 4 23 6 7 24 9 10 25 12 13 26 15
;;                     v128.store offset=624 align=1
;;                     local.get 3
;;                     local.get 6
;;                     local.get 6
;;                     i8x16.shuffle 10 27 2 11 28 5 12 29 8 13 30 11 14 31 14 15
;;                     local.get 6
;;                     i8x16.shuffle 0 1 27 3 4 28 6 7 29 9 10 30 12 13 31 15
;;                     v128.store offset=640 align=1
;;                     local.get 3
;;                     local.get 2
;;                     v128.load offset=304 align=1
;;                     local.tee 6
;;                     local.get 6
;;                     i8x16.shuffle 0 16 2 1 17 5 2 18 8 3 19 11 4 20 14 5
;;                     local.get 6
;;                     i8x16.shuffle 0 1 16 3 4 17 6 7 18 9 10 19 12 13 20 15
;;                     v128.store offset=656 align=1
;;                     local.get 3
;;                     local.get 6
;;                     local.get 6
;;                     i8x16.shuffle 5 21 2 6 22 5 7 23 8 8 24 11 9 25 14 10
;;                     local.get 6
;;                     i8x16.shuffle 0 1 22 3 4 23 6 7 24 9 10 25 12 13 26 15
;;                     v128.store offset=672 align=1
;;                     local.get 3
;;                     local.get 6
;;                     local.get 6
;;                     i8x16.shuffle 10 27 2 11 28 5 12 29 8 13 30 11 14 31 14 15
;;                     local.get 6
;;                     i8x16.shuffle 0 1 27 3 4 28 6 7 29 9 10 30 12 13 31 15
;;                     v128.store offset=688 align=1
;;                     local.get 2
;;                     i32.const -64
;;                     i32.sub
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
;;               i32.const 3
;;               i32.mul
;;               local.tee 3
;;               local.get 2
;;               v128.load offset=256 align=1
;;               local.tee 6
;;               local.get 6
;;               i8x16.shuffle 0 16 2 1 17 5 2 18 8 3 19 11 4 20 14 5
;;               local.get 6
;;               i8x16.shuffle 0 1 16 3 4 17 6 7 18 9 10 19 12 13 20 15
;;               v128.store offset=512 align=1
;;               local.get 3
;;               local.get 6
;;               local.get 6
;;               i8x16.shuffle 5 21 2 6 22 5 7 23 8 8 24 11 9 25 14 10
;;               local.get 6
;;               i8x16.shuffle 0 1 22 3 4 23 6 7 24 9 10 25 12 13 26 15
;;               v128.store offset=528 align=1
;;               local.get 3
;;               local.get 6
;;               local.get 6
;;               i8x16.shuffle 10 27 2 11 28 5 12 29 8 13 30 11 14 31 14 15
;;               local.get 6
;;               i8x16.shuffle 0 1 27 3 4 28 6 7 29 9 10 30 12 13 31 15
;;               v128.store offset=544 align=1
;;               local.get 2
;;               i32.const 16
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
;;             local.set 4
;;             loop ;; label = @5
;;               local.get 2
;;               i32.const 3
;;               i32.mul
;;               local.tee 3
;;               local.get 2
;;               i32.load8_u offset=256
;;               i32.store8 offset=512
;;               local.get 3
;;               local.get 2
;;               i32.load8_u offset=256
;;               i32.store8 offset=513
;;               local.get 3
;;               local.get 2
;;               i32.load8_u offset=256
;;               i32.store8 offset=514
;;               local.get 3
;;               local.get 2
;;               i32.load8_u offset=257
;;               i32.store8 offset=515
;;               local.get 3
;;               local.get 2
;;               i32.load8_u offset=257
;;               i32.store8 offset=516
;;               local.get 3
;;               local.get 2
;;               i32.load8_u offset=257
;;               i32.store8 offset=517
;;               local.get 3
;;               local.get 2
;;               i32.load8_u offset=258
;;               i32.store8 offset=518
;;               local.get 3
;;               local.get 2
;;               i32.load8_u offset=258
;;               i32.store8 offset=519
;;               local.get 3
;;               local.get 2
;;               i32.load8_u offset=258
;;               i32.store8 offset=520
;;               local.get 3
;;               local.get 2
;;               i32.load8_u offset=259
;;               i32.store8 offset=521
;;               local.get 3
;;               local.get 2
;;               i32.load8_u offset=259
;;               i32.store8 offset=522
;;               local.get 3
;;               local.get 2
;;               i32.load8_u offset=259
;;               i32.store8 offset=523
;;               local.get 2
;;               i32.const 4
;;               i32.add
;;               local.tee 2
;;               local.get 4
;;               i32.ne
;;               br_if 0 (;@5;)
;;             end
;;           end
;;         end
;;       end
;;       loop ;; label = @2
;;         local.get 2
;;         i32.const 3
;;         i32.mul
;;         local.tee 3
;;         local.get 2
;;         i32.load8_u offset=256
;;         i32.store8 offset=512
;;         local.get 3
;;         local.get 2
;;         i32.load8_u offset=256
;;         i32.store8 offset=513
;;         local.get 3
;;         local.get 2
;;         i32.load8_u offset=256
;;         i32.store8 offset=514
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
;;   (data (;0;) (i32.const 256) "\0b0Uz\9f\c4\e9\0e3X}\a2\c7\ec\116[\80\a5\ca\ef\149^\83\a8\cd\f2\17<a\86\ab\d0\f5\1a?d\89\ae\d3\f8\1dBg\8c\b1\d6\fb Ej\8f\b4\d9\fe#Hm\92\b7\dc\01&")
;; )
