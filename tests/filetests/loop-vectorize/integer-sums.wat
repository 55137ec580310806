;; Sums, products and bits of integers may be taken in any order; the remainder is part of them.
;; test: optimize -O3
;; features: simd
;; run: f(0, 5) == 108
;; run: f(1, 5) == 71
;; run: f(7, 5) == -491933083
;; run: f(16, 5) == 698252751
;; run: f(19, 5) == -1775111584
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\0b\30\55\7a\9f\c4\e9\0e\33\58\7d\a2\c7\ec\11\36\5b\80\a5\ca\ef\14\39\5e\83\a8\cd\f2\17\3c\61\86\ab\d0\f5\1a\3f\64\89\ae\d3\f8\1d\42\67\8c\b1\d6\fb\20\45\6a\8f\b4\d9\fe\23\48\6d\92\b7\dc\01\26")
  (func (export "f") (param $n i32) (param $s i32) (result i32) (local $i i32) (local $x i32) (local $p i32) (local $m i32) (local $o i32)
    (local.set $p (i32.const 3))
    (local.set $m (i32.const 100))
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (local.set $x (i32.load8_s offset=256 (local.get $i)))
        (local.set $s (i32.add (local.get $s) (local.get $x)))
        (local.set $p (i32.mul (local.get $p) (i32.or (local.get $x) (i32.const 1))))
        (local.set $o (i32.xor (local.get $o) (local.get $x)))
        (local.set $m (select (local.get $x) (local.get $m) (i32.lt_s (local.get $x) (local.get $m))))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (i32.add (i32.add (local.get $s) (local.get $p)) (i32.add (local.get $m) (local.get $o))))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32 i32) (result i32)
;;     (local i32 i32 i32 i32 i32 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128)
;;     i32.const 3
;;     local.set 4
;;     i32.const 100
;;     local.set 3
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
;;           i64.const 257
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
;;             v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
;;             v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
;;             v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
;;             v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
;;             v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
;;             i32.const 0
;;             v128.const i32x4 0x7fffffff 0x7fffffff 0x7fffffff 0x7fffffff
;;             v128.const i32x4 0x7fffffff 0x7fffffff 0x7fffffff 0x7fffffff
;;             v128.const i32x4 0x7fffffff 0x7fffffff 0x7fffffff 0x7fffffff
;;             v128.const i32x4 0x7fffffff 0x7fffffff 0x7fffffff 0x7fffffff
;;             v128.const i32x4 0x00000001 0x00000001 0x00000001 0x00000001
;;             v128.const i32x4 0x00000001 0x00000001 0x00000001 0x00000001
;;             v128.const i32x4 0x00000001 0x00000001 0x00000001 0x00000001
;;             v128.const i32x4 0x00000001 0x00000001 0x00000001 0x00000001
;;             local.set 7
;;             local.set 11
;;             local.set 12
;;             local.set 13
;;             local.set 9
;;             local.set 17
;;             local.set 18
;;             local.set 19
;;             local.set 2
;;             local.set 8
;;             local.set 14
;;             local.set 15
;;             local.set 16
;;             local.set 10
;;             loop ;; label = @5
;;               local.get 7
;;               local.get 2
;;               v128.load offset=256 align=1
;;               local.tee 21
;;               i16x8.extend_low_i8x16_s
;;               local.tee 20
;;               i32x4.extend_low_i16x8_s
;;               local.tee 23
;;               v128.const i32x4 0x00000001 0x00000001 0x00000001 0x00000001
;;               v128.or
;;               i32x4.mul
;;               local.set 7
;;               local.get 11
;;               local.get 20
;;               i32x4.extend_high_i16x8_s
;;               local.tee 20
;;               v128.const i32x4 0x00000001 0x00000001 0x00000001 0x00000001
;;               v128.or
;;               i32x4.mul
;;               local.set 11
;;               local.get 12
;;               local.get 21
;;               i16x8.extend_high_i8x16_s
;;               local.tee 22
;;               i32x4.extend_low_i16x8_s
;;               local.tee 21
;;               v128.const i32x4 0x00000001 0x00000001 0x00000001 0x00000001
;;               v128.or
;;               i32x4.mul
;;               local.set 12
;;               local.get 13
;;               local.get 22
;;               i32x4.extend_high_i16x8_s
;;               local.tee 22
;;               v128.const i32x4 0x00000001 0x00000001 0x00000001 0x00000001
;;               v128.or
;;               i32x4.mul
;;               local.set 13
;;               local.get 8
;;               local.get 23
;;               v128.xor
;;               local.set 8
;;               local.get 14
;;               local.get 20
;;               v128.xor
;;               local.set 14
;;               local.get 15
;;               local.get 21
;;               v128.xor
;;               local.set 15
;;               local.get 16
;;               local.get 22
;;               v128.xor
;;               local.set 16
;;               local.get 23
;;               local.get 9
;;               i32x4.min_s
;;               local.set 9
;;               local.get 20
;;               local.get 17
;;               i32x4.min_s
;;               local.set 17
;;               local.get 21
;;               local.get 18
;;               i32x4.min_s
;;               local.set 18
;;               local.get 22
;;               local.get 19
;;               i32x4.min_s
;;               local.set 19
;;               local.get 10
;;               local.get 23
;;               local.get 20
;;               i32x4.add
;;               local.get 21
;;               local.get 22
;;               i32x4.add
;;               i32x4.add
;;               i32x4.add
;;               local.set 10
;;               local.get 2
;;               i32.const 16
;;               i32.add
;;               local.tee 2
;;               local.get 3
;;               i32.ne
;;               (@metadata.code.branch_hint "\01")
;;               br_if 0 (;@5;)
;;             end
;;             i32.const 100
;;             local.get 9
;;             local.get 17
;;             i32x4.min_s
;;             local.get 18
;;             i32x4.min_s
;;             local.get 19
;;             i32x4.min_s
;;             local.tee 9
;;             local.get 9
;;             local.get 9
;;             i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7
;;             i32x4.min_s
;;             local.tee 9
;;             local.get 9
;;             local.get 9
;;             i8x16.shuffle 4 5 6 7 8 9 10 11 12 13 14 15 0 1 2 3
;;             i32x4.min_s
;;             i32x4.extract_lane 0
;;             local.tee 3
;;             local.get 3
;;             i32.const 100
;;             i32.gt_s
;;             select
;;             local.get 8
;;             local.get 14
;;             v128.xor
;;             local.get 15
;;             v128.xor
;;             local.get 16
;;             v128.xor
;;             local.tee 8
;;             local.get 8
;;             local.get 8
;;             i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7
;;             v128.xor
;;             local.tee 8
;;             local.get 8
;;             local.get 8
;;             i8x16.shuffle 4 5 6 7 8 9 10 11 12 13 14 15 0 1 2 3
;;             v128.xor
;;             i32x4.extract_lane 0
;;             local.get 7
;;             local.get 11
;;             i32x4.mul
;;             local.get 12
;;             i32x4.mul
;;             local.get 13
;;             i32x4.mul
;;             local.tee 7
;;             local.get 7
;;             local.get 7
;;             i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7
;;             i32x4.mul
;;             local.tee 7
;;             local.get 7
;;             local.get 7
;;             i8x16.shuffle 4 5 6 7 8 9 10 11 12 13 14 15 0 1 2 3
;;             i32x4.mul
;;             i32x4.extract_lane 0
;;             i32.const 3
;;             i32.mul
;;             local.get 1
;;             local.get 10
;;             local.get 10
;;             local.get 10
;;             i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7
;;             i32x4.add
;;             local.tee 10
;;             local.get 10
;;             local.get 10
;;             i8x16.shuffle 4 5 6 7 8 9 10 11 12 13 14 15 0 1 2 3
;;             i32x4.add
;;             i32x4.extract_lane 0
;;             i32.add
;;             local.set 1
;;             local.set 4
;;             local.set 5
;;             local.set 3
;;             br 2 (;@2;)
;;           end
;;         end
;;         i32.const 100
;;         i32.const 0
;;         i32.const 3
;;         i32.const 0
;;         local.set 2
;;         local.set 4
;;         local.set 5
;;         local.set 3
;;       end
;;       loop ;; label = @2
;;         local.get 1
;;         local.get 2
;;         i32.load8_s offset=256
;;         local.tee 6
;;         i32.add
;;         local.set 1
;;         local.get 4
;;         local.get 6
;;         i32.const 1
;;         i32.or
;;         i32.mul
;;         local.set 4
;;         local.get 5
;;         local.get 6
;;         i32.xor
;;         local.set 5
;;         local.get 6
;;         local.get 3
;;         local.get 6
;;         local.get 3
;;         i32.lt_s
;;         select
;;         local.set 3
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
;;     local.get 4
;;     i32.add
;;     local.get 3
;;     local.get 5
;;     i32.add
;;     i32.add
;;   )
;;   (data (;0;) (i32.const 256) "\0b0Uz\9f\c4\e9\0e3X}\a2\c7\ec\116[\80\a5\ca\ef\149^\83\a8\cd\f2\17<a\86\ab\d0\f5\1a?d\89\ae\d3\f8\1dBg\8c\b1\d6\fb Ej\8f\b4\d9\fe#Hm\92\b7\dc\01&")
;; )
