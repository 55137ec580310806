;; A value of the iteration before (a first-order recurrence): lanes are moved by one. Its start is a parameter, and it is a
;; result behind the loop.
;; test: optimize -O3
;; features: simd
;; run: bytes(0, 77) == 77
;; run: bytes(1, 77) == 201
;; run: bytes(5, 77) == 623191645
;; run: bytes(21, 77) == 1246383058
;; run: neighbours(0, 5) == 5
;; run: neighbours(1, 5) == 2149212350671642649
;; run: neighbours(5, 5) == 6905366783913157209
;; run: neighbours(21, 5) == -1920416876837312807
;; run: floats(0, 3) == 3.0
;; run: floats(1, 3) == 2052403200.0
;; run: floats(5, 3) == -1225973120.0
;; run: floats(21, 3) == 1721553536.0
;; run: early(0, 9) == 9
;; run: early(1, 9) == 2052403211
;; run: early(5, 9) == -644922118
;; run: early(21, 9) == -1992362838
;; run: itself(0, 9) == 9
;; run: itself(1, 9) == 2052403225
;; run: itself(5, 9) == -43115407
;; run: itself(21, 9) == 40498161
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\0b\30\55\7a\9f\c4\e9\0e\33\58\7d\a2\c7\ec\11\36\5b\80\a5\ca\ef\14\39\5e\83\a8\cd\f2\17\3c\61\86\ab\d0\f5\1a\3f\64\89\ae\0b\30\55\7a\9f\c4\e9\0e\33\58\7d\a2\c7\ec\11\36\5b\80\a5\ca\ef\14\39\5e\83\a8\cd\f2\17\3c\61\86\ab\d0\f5\1a\3f\64\89\ae\0b\30\55\7a\9f\c4\e9\0e\33\58\7d\a2\c7\ec\11\36\5b\80\a5\ca\ef\14\39\5e\83\a8\cd\f2\17\3c\61\86\ab\d0\f5\1a\3f\64\89\ae")
  ;; Differences of bytes.
  (func (export "bytes") (param $n i32) (param $p i32) (result i32) (local $i i32) (local $x i32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (local.set $x (i32.load8_u offset=256 (local.get $i)))
        (i32.store8 offset=512 (local.get $i) (i32.sub (local.get $x) (local.get $p)))
        (local.set $p (local.get $x))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (i32.add (i32.add (local.get $p) (i32.load (i32.const 512))) (i32.load (i32.const 528))))
  ;; A sum of products of neighbours, of 64 bits.
  (func (export "neighbours") (param $n i32) (param $p i32) (result i64) (local $i i32) (local $x i64) (local $q i64) (local $s i64)
    (local.set $q (i64.extend_i32_s (local.get $p)))
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (local.set $x (i64.load offset=256 (i32.shl (local.get $i) (i32.const 3))))
        (local.set $s (i64.add (local.get $s) (i64.xor (local.get $x) (local.get $q))))
        (local.set $q (local.get $x))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (i64.add (local.get $s) (local.get $q)))
  ;; The smoothed signal of floats.
  (func (export "floats") (param $n i32) (param $p f32) (result f32) (local $i i32) (local $x f32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (local.set $x (f32.convert_i32_s (i32.load offset=256 (i32.shl (local.get $i) (i32.const 2)))))
        (f32.store offset=512 (i32.shl (local.get $i) (i32.const 2)) (f32.mul (f32.add (local.get $x) (local.get $p)) (f32.const 0.5)))
        (local.set $p (local.get $x))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (f32.add (local.get $p) (f32.load (i32.const 524))))
  ;; Used ahead of what the next iteration takes: not vectorized.
  (func (export "early") (param $n i32) (param $p i32) (result i32) (local $i i32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (i32.store offset=512 (i32.shl (local.get $i) (i32.const 2)) (local.get $p))
        (local.set $p (i32.load offset=256 (i32.shl (local.get $i) (i32.const 2))))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (i32.add (local.get $p) (i32.load (i32.const 520))))
  ;; It depends on itself: not vectorized.
  (func (export "itself") (param $n i32) (param $p i32) (result i32) (local $i i32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (local.set $p (i32.xor (i32.shl (local.get $p) (i32.const 1)) (i32.load offset=256 (i32.shl (local.get $i) (i32.const 2)))))
        (i32.store offset=512 (i32.shl (local.get $i) (i32.const 2)) (local.get $p))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (local.get $p))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result i32)))
;;   (type (;1;) (func (param i32 i32) (result i64)))
;;   (type (;2;) (func (param i32 f32) (result f32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "bytes" (func 0))
;;   (export "neighbours" (func 1))
;;   (export "floats" (func 2))
;;   (export "early" (func 3))
;;   (export "itself" (func 4))
;;   (func (;0;) (type 0) (param i32 i32) (result i32)
;;     (local i32 i32 v128 v128 v128)
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
;;           i64.const 513
;;           i64.add
;;           memory.size
;;           i64.extend_i32_u
;;           i64.const 16
;;           i64.shl
;;           i64.le_u
;;           (@metadata.code.branch_hint "\01")
;;           if ;; label = @4
;;             local.get 2
;;             i32.const -16
;;             i32.and
;;             local.set 3
;;             local.get 1
;;             i32x4.splat
;;             i32.const 0
;;             local.set 2
;;             local.set 4
;;             loop ;; label = @5
;;               local.get 2
;;               local.get 2
;;               v128.load offset=256 align=1
;;               local.tee 5
;;               local.get 4
;;               local.get 5
;;               i16x8.extend_low_i8x16_u
;;               local.tee 4
;;               i32x4.extend_low_i16x8_u
;;               local.tee 6
;;               i8x16.shuffle 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27
;;               local.get 6
;;               local.get 4
;;               i32x4.extend_high_i16x8_u
;;               local.tee 4
;;               i8x16.shuffle 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27
;;               i8x16.shuffle 0 1 4 5 8 9 12 13 16 17 20 21 24 25 28 29
;;               local.get 4
;;               local.get 5
;;               i16x8.extend_high_i8x16_u
;;               local.tee 4
;;               i32x4.extend_low_i16x8_u
;;               local.tee 5
;;               i8x16.shuffle 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27
;;               local.get 5
;;               local.get 4
;;               i32x4.extend_high_i16x8_u
;;               local.tee 4
;;               i8x16.shuffle 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27
;;               i8x16.shuffle 0 1 4 5 8 9 12 13 16 17 20 21 24 25 28 29
;;               i8x16.shuffle 0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30
;;               i8x16.sub
;;               v128.store offset=512 align=1
;;               local.get 2
;;               i32.const 16
;;               i32.add
;;               local.tee 2
;;               local.get 3
;;               i32.ne
;;               (@metadata.code.branch_hint "\01")
;;               br_if 0 (;@5;)
;;             end
;;             local.get 4
;;             i32x4.extract_lane 3
;;             local.set 3
;;             br 2 (;@2;)
;;           end
;;         end
;;         local.get 1
;;         i32.const 0
;;         local.set 2
;;         local.set 3
;;       end
;;       loop ;; label = @2
;;         local.get 2
;;         local.get 2
;;         i32.load8_u offset=256
;;         local.tee 1
;;         local.get 3
;;         i32.sub
;;         i32.store8 offset=512
;;         local.get 2
;;         i32.const 1
;;         i32.add
;;         local.tee 2
;;         local.get 0
;;         i32.lt_s
;;         local.get 1
;;         local.set 3
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     local.get 1
;;     i32.const 512
;;     i32.load
;;     i32.add
;;     i32.const 528
;;     i32.load
;;     i32.add
;;   )
;;   (func (;1;) (type 1) (param i32 i32) (result i64)
;;     (local v128 v128 v128 i64 i64 i64 i32 i32 i32)
;;     local.get 1
;;     i64.extend_i32_s
;;     local.set 5
;;     local.get 0
;;     i32.const 0
;;     i32.le_s
;;     if (result i64) ;; label = @1
;;       i64.const 0
;;     else
;;       block ;; label = @2
;;         local.get 0
;;         i32.const -1
;;         i32.add
;;         local.tee 1
;;         i32.const 14
;;         i32.ge_u
;;         (@metadata.code.branch_hint "\01")
;;         if ;; label = @3
;;           local.get 1
;;           i64.extend_i32_u
;;           i64.const 3
;;           i64.shl
;;           i64.const 264
;;           i64.add
;;           memory.size
;;           local.tee 8
;;           i64.extend_i32_u
;;           i64.const 16
;;           i64.shl
;;           i64.le_u
;;           (@metadata.code.branch_hint "\01")
;;           if ;; label = @4
;;             local.get 5
;;             i64x2.splat
;;             local.set 3
;;             block ;; label = @5
;;               local.get 1
;;               i32.const -2
;;               i32.and
;;               local.tee 9
;;               i32.const 10
;;               i32.ge_u
;;               if ;; label = @6
;;                 local.get 8
;;                 i32.const 65535
;;                 i32.le_u
;;                 if ;; label = @7
;;                   local.get 9
;;                   i32.const -2
;;                   i32.add
;;                   i32.const -8
;;                   i32.and
;;                   local.set 10
;;                   i32.const 0
;;                   v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
;;                   local.set 2
;;                   local.set 1
;;                   loop ;; label = @8
;;                     local.get 2
;;                     local.get 1
;;                     i32.const 3
;;                     i32.shl
;;                     local.tee 8
;;                     v128.load offset=256 align=8
;;                     local.tee 2
;;                     local.get 3
;;                     local.get 2
;;                     i8x16.shuffle 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23
;;                     v128.xor
;;                     i64x2.add
;;                     local.get 8
;;                     v128.load offset=272 align=8
;;                     local.tee 3
;;                     local.get 2
;;                     local.get 3
;;                     i8x16.shuffle 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23
;;                     v128.xor
;;                     i64x2.add
;;                     local.get 8
;;                     v128.load offset=288 align=8
;;                     local.tee 2
;;                     local.get 3
;;                     local.get 2
;;                     i8x16.shuffle 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23
;;                     v128.xor
;;                     i64x2.add
;;                     local.get 8
;;                     v128.load offset=304 align=8
;;                     local.tee 3
;;                     local.get 2
;;                     local.get 3
;;                     i8x16.shuffle 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23
;;                     v128.xor
;;                     i64x2.add
;;                     local.set 2
;;                     local.get 1
;;                     i32.const 8
;;                     i32.add
;;                     local.tee 1
;;                     local.get 10
;;                     i32.ne
;;                     br_if 0 (;@8;)
;;                   end
;;                   br 2 (;@5;)
;;                 end
;;               end
;;               i32.const 0
;;               v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
;;               local.set 2
;;               local.set 1
;;             end
;;             loop ;; label = @5
;;               local.get 2
;;               local.get 1
;;               i32.const 3
;;               i32.shl
;;               v128.load offset=256 align=8
;;               local.tee 4
;;               local.get 3
;;               local.get 4
;;               local.tee 3
;;               i8x16.shuffle 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23
;;               v128.xor
;;               i64x2.add
;;               local.set 2
;;               local.get 1
;;               i32.const 2
;;               i32.add
;;               local.tee 1
;;               local.get 9
;;               i32.ne
;;               (@metadata.code.branch_hint "\01")
;;               br_if 0 (;@5;)
;;             end
;;             local.get 4
;;             i64x2.extract_lane 1
;;             local.get 2
;;             local.get 2
;;             local.get 2
;;             i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7
;;             i64x2.add
;;             i64x2.extract_lane 0
;;             local.set 6
;;             local.set 7
;;             br 2 (;@2;)
;;           end
;;         end
;;         local.get 5
;;         i32.const 0
;;         local.set 1
;;         local.set 7
;;       end
;;       loop ;; label = @2
;;         local.get 6
;;         local.get 1
;;         i32.const 3
;;         i32.shl
;;         i64.load offset=256
;;         local.tee 5
;;         local.get 7
;;         i64.xor
;;         i64.add
;;         local.set 6
;;         local.get 1
;;         i32.const 1
;;         i32.add
;;         local.tee 1
;;         local.get 0
;;         i32.lt_s
;;         local.get 5
;;         local.set 7
;;         br_if 0 (;@2;)
;;       end
;;       local.get 6
;;     end
;;     local.get 5
;;     i64.add
;;   )
;;   (func (;2;) (type 2) (param i32 f32) (result f32)
;;     (local i32 i32 i32 i32 v128 v128 f32)
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
;;             local.get 1
;;             f32x4.splat
;;             local.set 6
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
;;                     f32x4.convert_i32x4_s
;;                     local.tee 7
;;                     local.get 6
;;                     local.get 7
;;                     i8x16.shuffle 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27
;;                     f32x4.add
;;                     v128.const i32x4 0x3f000000 0x3f000000 0x3f000000 0x3f000000
;;                     f32x4.mul
;;                     v128.store offset=512 align=4
;;                     local.get 3
;;                     local.get 3
;;                     v128.load offset=272 align=4
;;                     f32x4.convert_i32x4_s
;;                     local.tee 6
;;                     local.get 7
;;                     local.get 6
;;                     i8x16.shuffle 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27
;;                     f32x4.add
;;                     v128.const i32x4 0x3f000000 0x3f000000 0x3f000000 0x3f000000
;;                     f32x4.mul
;;                     v128.store offset=528 align=4
;;                     local.get 3
;;                     local.get 3
;;                     v128.load offset=288 align=4
;;                     f32x4.convert_i32x4_s
;;                     local.tee 7
;;                     local.get 6
;;                     local.get 7
;;                     i8x16.shuffle 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27
;;                     f32x4.add
;;                     v128.const i32x4 0x3f000000 0x3f000000 0x3f000000 0x3f000000
;;                     f32x4.mul
;;                     v128.store offset=544 align=4
;;                     local.get 3
;;                     local.get 3
;;                     v128.load offset=304 align=4
;;                     f32x4.convert_i32x4_s
;;                     local.tee 6
;;                     local.get 7
;;                     local.get 6
;;                     i8x16.shuffle 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27
;;                     f32x4.add
;;                     v128.const i32x4 0x3f000000 0x3f000000 0x3f000000 0x3f000000
;;                     f32x4.mul
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
;;               f32x4.convert_i32x4_s
;;               local.tee 7
;;               local.get 6
;;               local.get 7
;;               local.tee 6
;;               i8x16.shuffle 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27
;;               f32x4.add
;;               v128.const i32x4 0x3f000000 0x3f000000 0x3f000000 0x3f000000
;;               f32x4.mul
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
;;             local.get 7
;;             f32x4.extract_lane 3
;;             local.set 8
;;             br 2 (;@2;)
;;           end
;;         end
;;         local.get 1
;;         i32.const 0
;;         local.set 2
;;         local.set 8
;;       end
;;       loop ;; label = @2
;;         local.get 2
;;         i32.const 2
;;         i32.shl
;;         local.tee 3
;;         local.get 3
;;         i32.load offset=256
;;         f32.convert_i32_s
;;         local.tee 1
;;         local.get 8
;;         f32.add
;;         f32.const 0x1p-1 (;=0.5;)
;;         f32.mul
;;         f32.store offset=512
;;         local.get 2
;;         i32.const 1
;;         i32.add
;;         local.tee 2
;;         local.get 0
;;         i32.lt_s
;;         local.get 1
;;         local.set 8
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     local.get 1
;;     i32.const 524
;;     f32.load
;;     f32.add
;;   )
;;   (func (;3;) (type 0) (param i32 i32) (result i32)
;;     (local i32 i32 i32)
;;     local.get 0
;;     i32.const 0
;;     i32.gt_s
;;     if ;; label = @1
;;       block ;; label = @2
;;         local.get 0
;;         i32.const 5
;;         i32.ge_u
;;         if ;; label = @3
;;           memory.size
;;           i32.const 65535
;;           i32.le_u
;;           if ;; label = @4
;;             local.get 0
;;             i32.const -1
;;             i32.add
;;             i32.const -4
;;             i32.and
;;             local.set 4
;;             loop ;; label = @5
;;               local.get 2
;;               i32.const 2
;;               i32.shl
;;               local.tee 3
;;               local.get 1
;;               i32.store offset=512
;;               local.get 3
;;               local.get 3
;;               i32.load offset=256
;;               i32.store offset=516
;;               local.get 3
;;               local.get 3
;;               i32.load offset=260
;;               i32.store offset=520
;;               local.get 3
;;               local.get 3
;;               i32.load offset=264
;;               i32.store offset=524
;;               local.get 3
;;               i32.load offset=268
;;               local.set 1
;;               local.get 2
;;               i32.const 4
;;               i32.add
;;               local.tee 2
;;               local.get 4
;;               i32.ne
;;               br_if 0 (;@5;)
;;             end
;;             br 2 (;@2;)
;;           end
;;         end
;;       end
;;       loop ;; label = @2
;;         local.get 2
;;         i32.const 2
;;         i32.shl
;;         local.tee 3
;;         local.get 1
;;         i32.store offset=512
;;         local.get 3
;;         i32.load offset=256
;;         local.set 1
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
;;     i32.const 520
;;     i32.load
;;     i32.add
;;   )
;;   (func (;4;) (type 0) (param i32 i32) (result i32)
;;     (local i32 i32 i32)
;;     local.get 0
;;     i32.const 0
;;     i32.gt_s
;;     if ;; label = @1
;;       block ;; label = @2
;;         local.get 0
;;         i32.const 5
;;         i32.ge_u
;;         if ;; label = @3
;;           memory.size
;;           i32.const 65535
;;           i32.le_u
;;           if ;; label = @4
;;             local.get 0
;;             i32.const -1
;;             i32.add
;;             i32.const -4
;;             i32.and
;;             local.set 4
;;             loop ;; label = @5
;;               local.get 2
;;               i32.const 2
;;               i32.shl
;;               local.tee 3
;;               local.get 1
;;               i32.const 1
;;               i32.shl
;;               local.get 3
;;               i32.load offset=256
;;               i32.xor
;;               local.tee 1
;;               i32.store offset=512
;;               local.get 3
;;               local.get 1
;;               i32.const 1
;;               i32.shl
;;               local.get 3
;;               i32.load offset=260
;;               i32.xor
;;               local.tee 1
;;               i32.store offset=516
;;               local.get 3
;;               local.get 1
;;               i32.const 1
;;               i32.shl
;;               local.get 3
;;               i32.load offset=264
;;               i32.xor
;;               local.tee 1
;;               i32.store offset=520
;;               local.get 3
;;               local.get 1
;;               i32.const 1
;;               i32.shl
;;               local.get 3
;;               i32.load offset=268
;;               i32.xor
;;               local.tee 1
;;               i32.store offset=524
;;               local.get 2
;;               i32.const 4
;;               i32.add
;;               local.tee 2
;;               local.get 4
;;               i32.ne
;;               br_if 0 (;@5;)
;;             end
;;             br 2 (;@2;)
;;           end
;;         end
;;       end
;;       loop ;; label = @2
;;         local.get 2
;;         i32.const 2
;;         i32.shl
;;         local.tee 3
;;         local.get 1
;;         i32.const 1
;;         i32.shl
;;         local.get 3
;;         i32.load offset=256
;;         i32.xor
;;         local.tee 1
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
;;   )
;;   (data (;0;) (i32.const 256) "\0b0Uz\9f\c4\e9\0e3X}\a2\c7\ec\116[\80\a5\ca\ef\149^\83\a8\cd\f2\17<a\86\ab\d0\f5\1a?d\89\ae\0b0Uz\9f\c4\e9\0e3X}\a2\c7\ec\116[\80\a5\ca\ef\149^\83\a8\cd\f2\17<a\86\ab\d0\f5\1a?d\89\ae\0b0Uz\9f\c4\e9\0e3X}\a2\c7\ec\116[\80\a5\ca\ef\149^\83\a8\cd\f2\17<a\86\ab\d0\f5\1a?d\89\ae")
;; )
