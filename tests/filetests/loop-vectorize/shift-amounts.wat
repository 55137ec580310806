;; Amounts of at least the width: those of 32 bits are taken modulo 32, whatever the width of the element.
;; test: optimize -O3
;; features: simd
;; run: f(20, 0, 9) == 0
;; run: f(20, 4, 33) == 617048845
;; run: f(20, 8, 8) == -16777216
;; run: f(20, 12, 40) == 65535
;; run: g(20, 2, 17) == 2147418112
;; run: g(20, 2, 33) == -498123478
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\0b\30\55\7a\9f\c4\e9\0e\33\58\7d\a2\c7\ec\11\36\5b\80\a5\ca\ef\14\39\5e\83\a8\cd\f2\17\3c\61\86\ab\d0\f5\1a\3f\64\89\ae\d3\f8\1d\42\67\8c\b1\d6\fb\20\45\6a\8f\b4\d9\fe\23\48\6d\92\b7\dc\01\26")
  (func (export "f") (param $n i32) (param $at i32) (param $by i32) (result i32) (local $i i32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (i32.store8 offset=512 (local.get $i) (i32.shl (i32.load8_u offset=256 (local.get $i)) (local.get $by)))
        (i32.store8 offset=640 (local.get $i) (i32.shr_s (i32.load8_s offset=256 (local.get $i)) (local.get $by)))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (i32.add (i32.load offset=512 (local.get $at)) (i32.load offset=640 (local.get $at))))
  (func (export "g") (param $n i32) (param $at i32) (param $by i32) (result i32) (local $i i32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (i32.store16 offset=512 (i32.shl (local.get $i) (i32.const 1)) (i32.shr_u (i32.load16_s offset=256 (i32.shl (local.get $i) (i32.const 1))) (local.get $by)))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (i32.load offset=512 (local.get $at)))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32 i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "f" (func 0))
;;   (export "g" (func 1))
;;   (func (;0;) (type 0) (param i32 i32 i32) (result i32)
;;     (local i32 i32 v128 v128)
;;     local.get 0
;;     i32.const 0
;;     i32.gt_s
;;     if ;; label = @1
;;       block ;; label = @2
;;         local.get 0
;;         i32.const -1
;;         i32.add
;;         local.tee 3
;;         i32.const 16
;;         i32.ge_u
;;         (@metadata.code.branch_hint "\01")
;;         if ;; label = @3
;;           local.get 3
;;           i64.extend_i32_u
;;           i64.const 641
;;           i64.add
;;           memory.size
;;           i64.extend_i32_u
;;           i64.const 16
;;           i64.shl
;;           i64.le_u
;;           (@metadata.code.branch_hint "\01")
;;           if ;; label = @4
;;             local.get 3
;;             i32.const -16
;;             i32.and
;;             local.set 4
;;             i32.const 0
;;             local.set 3
;;             loop ;; label = @5
;;               local.get 3
;;               local.get 3
;;               v128.load offset=256 align=1
;;               local.tee 5
;;               i16x8.extend_low_i8x16_u
;;               local.tee 6
;;               i32x4.extend_low_i16x8_u
;;               local.get 2
;;               i32x4.shl
;;               local.get 6
;;               i32x4.extend_high_i16x8_u
;;               local.get 2
;;               i32x4.shl
;;               i8x16.shuffle 0 1 4 5 8 9 12 13 16 17 20 21 24 25 28 29
;;               local.get 5
;;               i16x8.extend_high_i8x16_u
;;               local.tee 6
;;               i32x4.extend_low_i16x8_u
;;               local.get 2
;;               i32x4.shl
;;               local.get 6
;;               i32x4.extend_high_i16x8_u
;;               local.get 2
;;               i32x4.shl
;;               i8x16.shuffle 0 1 4 5 8 9 12 13 16 17 20 21 24 25 28 29
;;               i8x16.shuffle 0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30
;;               v128.store offset=512 align=1
;;               local.get 3
;;               local.get 5
;;               i16x8.extend_low_i8x16_s
;;               local.tee 6
;;               i32x4.extend_low_i16x8_s
;;               local.get 2
;;               i32x4.shr_s
;;               local.get 6
;;               i32x4.extend_high_i16x8_s
;;               local.get 2
;;               i32x4.shr_s
;;               i8x16.shuffle 0 1 4 5 8 9 12 13 16 17 20 21 24 25 28 29
;;               local.get 5
;;               i16x8.extend_high_i8x16_s
;;               local.tee 5
;;               i32x4.extend_low_i16x8_s
;;               local.get 2
;;               i32x4.shr_s
;;               local.get 5
;;               i32x4.extend_high_i16x8_s
;;               local.get 2
;;               i32x4.shr_s
;;               i8x16.shuffle 0 1 4 5 8 9 12 13 16 17 20 21 24 25 28 29
;;               i8x16.shuffle 0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30
;;               v128.store offset=640 align=1
;;               local.get 3
;;               i32.const 16
;;               i32.add
;;               local.tee 3
;;               local.get 4
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
;;       loop ;; label = @2
;;         local.get 3
;;         local.get 3
;;         i32.load8_u offset=256
;;         local.get 2
;;         i32.shl
;;         i32.store8 offset=512
;;         local.get 3
;;         local.get 3
;;         i32.load8_s offset=256
;;         local.get 2
;;         i32.shr_s
;;         i32.store8 offset=640
;;         local.get 3
;;         i32.const 1
;;         i32.add
;;         local.tee 3
;;         local.get 0
;;         i32.lt_s
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     local.get 1
;;     i32.load offset=512
;;     local.get 1
;;     i32.load offset=640
;;     i32.add
;;   )
;;   (func (;1;) (type 0) (param i32 i32 i32) (result i32)
;;     (local i32 i32 i32 i32)
;;     local.get 0
;;     i32.const 0
;;     i32.gt_s
;;     if ;; label = @1
;;       block ;; label = @2
;;         local.get 0
;;         i32.const -1
;;         i32.add
;;         local.tee 3
;;         i32.const 8
;;         i32.ge_u
;;         (@metadata.code.branch_hint "\01")
;;         if ;; label = @3
;;           local.get 3
;;           i64.extend_i32_u
;;           i64.const 1
;;           i64.shl
;;           i64.const 514
;;           i64.add
;;           memory.size
;;           local.tee 4
;;           i64.extend_i32_u
;;           i64.const 16
;;           i64.shl
;;           i64.le_u
;;           (@metadata.code.branch_hint "\01")
;;           if ;; label = @4
;;             block ;; label = @5
;;               local.get 3
;;               i32.const -8
;;               i32.and
;;               local.tee 5
;;               i32.const 40
;;               i32.ge_u
;;               if ;; label = @6
;;                 local.get 4
;;                 i32.const 65535
;;                 i32.le_u
;;                 if ;; label = @7
;;                   local.get 5
;;                   i32.const -8
;;                   i32.add
;;                   i32.const -32
;;                   i32.and
;;                   local.set 6
;;                   i32.const 0
;;                   local.set 3
;;                   loop ;; label = @8
;;                     local.get 3
;;                     i32.const 1
;;                     i32.shl
;;                     local.tee 4
;;                     local.get 4
;;                     v128.load16x4_s offset=256 align=2
;;                     local.get 2
;;                     i32x4.shr_u
;;                     local.get 4
;;                     v128.load16x4_s offset=264 align=2
;;                     local.get 2
;;                     i32x4.shr_u
;;                     i8x16.shuffle 0 1 4 5 8 9 12 13 16 17 20 21 24 25 28 29
;;                     v128.store offset=512 align=2
;;                     local.get 4
;;                     local.get 4
;;                     v128.load16x4_s offset=272 align=2
;;                     local.get 2
;;                     i32x4.shr_u
;;                     local.get 4
;;                     v128.load16x4_s offset=280 align=2
;;                     local.get 2
;;                     i32x4.shr_u
;;                     i8x16.shuffle 0 1 4 5 8 9 12 13 16 17 20 21 24 25 28 29
;;                     v128.store offset=528 align=2
;;                     local.get 4
;;                     local.get 4
;;                     v128.load16x4_s offset=288 align=2
;;                     local.get 2
;;                     i32x4.shr_u
;;                     local.get 4
;;                     v128.load16x4_s offset=296 align=2
;;                     local.get 2
;;                     i32x4.shr_u
;;                     i8x16.shuffle 0 1 4 5 8 9 12 13 16 17 20 21 24 25 28 29
;;                     v128.store offset=544 align=2
;;                     local.get 4
;;                     local.get 4
;;                     v128.load16x4_s offset=304 align=2
;;                     local.get 2
;;                     i32x4.shr_u
;;                     local.get 4
;;                     v128.load16x4_s offset=312 align=2
;;                     local.get 2
;;                     i32x4.shr_u
;;                     i8x16.shuffle 0 1 4 5 8 9 12 13 16 17 20 21 24 25 28 29
;;                     v128.store offset=560 align=2
;;                     local.get 3
;;                     i32.const 32
;;                     i32.add
;;                     local.tee 3
;;                     local.get 6
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
;;               local.get 3
;;               i32.const 1
;;               i32.shl
;;               local.tee 4
;;               local.get 4
;;               v128.load16x4_s offset=256 align=2
;;               local.get 2
;;               i32x4.shr_u
;;               local.get 4
;;               v128.load16x4_s offset=264 align=2
;;               local.get 2
;;               i32x4.shr_u
;;               i8x16.shuffle 0 1 4 5 8 9 12 13 16 17 20 21 24 25 28 29
;;               v128.store offset=512 align=2
;;               local.get 3
;;               i32.const 8
;;               i32.add
;;               local.tee 3
;;               local.get 5
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
;;       loop ;; label = @2
;;         local.get 3
;;         i32.const 1
;;         i32.shl
;;         local.tee 4
;;         local.get 4
;;         i32.load16_s offset=256
;;         local.get 2
;;         i32.shr_u
;;         i32.store16 offset=512
;;         local.get 3
;;         i32.const 1
;;         i32.add
;;         local.tee 3
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
