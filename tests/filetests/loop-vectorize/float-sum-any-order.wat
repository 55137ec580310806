;; With --fast-math, sums and products of floats over iterations are computed in several lanes. (The numbers here are whole: each
;; order gives the same.)
;; test: optimize -O3
;; features: simd
;; promise: fast-math
;; run: sum(0) == 0.0
;; run: sum(3) == -6.0
;; run: sum(4) == 6.0
;; run: sum(17) == 40.0
;; run: sum(40) == 86.0
;; run: difference(40) == -86.0
;; run: product(11) == 2048.0
;; run: none(40) == 2.0
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\00\00\10\c1\00\00\00\c0\00\00\a0\40\00\00\40\41\00\00\80\c0\00\00\40\40\00\00\20\41\00\00\c0\c0\00\00\80\3f\00\00\00\41\00\00\00\c1\00\00\80\bf\00\00\c0\40\00\00\50\41\00\00\40\c0\00\00\80\40\00\00\30\41\00\00\a0\c0\00\00\00\40\00\00\10\41\00\00\e0\c0\00\00\00\00\00\00\e0\40\00\00\10\c1\00\00\00\c0\00\00\a0\40\00\00\40\41\00\00\80\c0\00\00\40\40\00\00\20\41\00\00\c0\c0\00\00\80\3f\00\00\00\41\00\00\00\c1\00\00\80\bf\00\00\c0\40\00\00\50\41\00\00\40\c0\00\00\80\40\00\00\30\41")
  (data (i32.const 1024) "\00\00\00\00\00\00\00\40\00\00\00\00\00\00\00\40\00\00\00\00\00\00\00\40\00\00\00\00\00\00\00\40\00\00\00\00\00\00\00\40\00\00\00\00\00\00\00\40\00\00\00\00\00\00\00\40\00\00\00\00\00\00\00\40\00\00\00\00\00\00\00\40\00\00\00\00\00\00\00\40\00\00\00\00\00\00\00\40\00\00\00\00\00\00\00\40\00\00\00\00\00\00\00\40\00\00\00\00\00\00\00\40\00\00\00\00\00\00\00\40\00\00\00\00\00\00\00\40\00\00\00\00\00\00\00\40\00\00\00\00\00\00\00\40\00\00\00\00\00\00\00\40\00\00\00\00\00\00\00\40\00\00\00\00\00\00\00\40\00\00\00\00\00\00\00\40\00\00\00\00\00\00\00\40\00\00\00\00\00\00\00\40\00\00\00\00\00\00\00\40\00\00\00\00\00\00\00\40\00\00\00\00\00\00\00\40\00\00\00\00\00\00\00\40\00\00\00\00\00\00\00\40\00\00\00\00\00\00\00\40\00\00\00\00\00\00\00\40\00\00\00\00\00\00\00\40\00\00\00\00\00\00\00\40\00\00\00\00\00\00\00\40\00\00\00\00\00\00\00\40\00\00\00\00\00\00\00\40\00\00\00\00\00\00\00\40\00\00\00\00\00\00\00\40\00\00\00\00\00\00\00\40\00\00\00\00\00\00\00\40")
  (func (export "sum") (param $n i32) (result f32) (local $i i32) (local $s f32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (local.set $s (f32.add (local.get $s) (f32.load offset=256 (i32.shl (local.get $i) (i32.const 2)))))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (local.get $s))
  (func (export "difference") (param $n i32) (result f64) (local $i i32) (local $s f64)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (local.set $s (f64.sub (local.get $s) (f64.promote_f32 (f32.load offset=256 (i32.shl (local.get $i) (i32.const 2))))))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (local.get $s))
  (func (export "product") (param $n i32) (result f64) (local $i i32) (local $s f64)
    (local.set $s (f64.const 1))
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (local.set $s (f64.mul (local.get $s) (f64.load offset=1024 (i32.shl (local.get $i) (i32.const 3)))))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (local.get $s))
  ;; What is subtracted from is not a sum.
  (func (export "none") (param $n i32) (result f32) (local $i i32) (local $s f32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (local.set $s (f32.sub (f32.load offset=256 (i32.shl (local.get $i) (i32.const 2))) (local.get $s)))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (local.get $s))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result f32)))
;;   (type (;1;) (func (param i32) (result f64)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "sum" (func 0))
;;   (export "difference" (func 1))
;;   (export "product" (func 2))
;;   (export "none" (func 3))
;;   (func (;0;) (type 0) (param i32) (result f32)
;;     (local i32 i32 i32 i32 v128 f32)
;;     local.get 0
;;     i32.const 0
;;     i32.le_s
;;     if (result f32) ;; label = @1
;;       f32.const 0x0p+0 (;=0;)
;;     else
;;       block ;; label = @2
;;         local.get 0
;;         i32.const -1
;;         i32.add
;;         local.tee 1
;;         i32.const 4
;;         i32.ge_u
;;         (@metadata.code.branch_hint "\01")
;;         if ;; label = @3
;;           local.get 1
;;           i64.extend_i32_u
;;           i64.const 2
;;           i64.shl
;;           i64.const 260
;;           i64.add
;;           memory.size
;;           local.tee 2
;;           i64.extend_i32_u
;;           i64.const 16
;;           i64.shl
;;           i64.le_u
;;           (@metadata.code.branch_hint "\01")
;;           if ;; label = @4
;;             block ;; label = @5
;;               local.get 1
;;               i32.const -4
;;               i32.and
;;               local.tee 3
;;               i32.const 20
;;               i32.ge_u
;;               if ;; label = @6
;;                 local.get 2
;;                 i32.const 65535
;;                 i32.le_u
;;                 if ;; label = @7
;;                   local.get 3
;;                   i32.const -4
;;                   i32.add
;;                   i32.const -16
;;                   i32.and
;;                   local.set 4
;;                   i32.const 0
;;                   v128.const i32x4 0x80000000 0x80000000 0x80000000 0x80000000
;;                   local.set 5
;;                   local.set 1
;;                   loop ;; label = @8
;;                     local.get 5
;;                     local.get 1
;;                     i32.const 2
;;                     i32.shl
;;                     local.tee 2
;;                     v128.load offset=256 align=4
;;                     f32x4.add
;;                     local.get 2
;;                     v128.load offset=272 align=4
;;                     f32x4.add
;;                     local.get 2
;;                     v128.load offset=288 align=4
;;                     f32x4.add
;;                     local.get 2
;;                     v128.load offset=304 align=4
;;                     f32x4.add
;;                     local.set 5
;;                     local.get 1
;;                     i32.const 16
;;                     i32.add
;;                     local.tee 1
;;                     local.get 4
;;                     i32.ne
;;                     br_if 0 (;@8;)
;;                   end
;;                   br 2 (;@5;)
;;                 end
;;               end
;;               i32.const 0
;;               v128.const i32x4 0x80000000 0x80000000 0x80000000 0x80000000
;;               local.set 5
;;               local.set 1
;;             end
;;             loop ;; label = @5
;;               local.get 5
;;               local.get 1
;;               i32.const 2
;;               i32.shl
;;               v128.load offset=256 align=4
;;               f32x4.add
;;               local.set 5
;;               local.get 1
;;               i32.const 4
;;               i32.add
;;               local.tee 1
;;               local.get 3
;;               i32.ne
;;               (@metadata.code.branch_hint "\01")
;;               br_if 0 (;@5;)
;;             end
;;             local.get 5
;;             local.get 5
;;             local.get 5
;;             i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7
;;             f32x4.add
;;             local.tee 5
;;             local.get 5
;;             local.get 5
;;             i8x16.shuffle 4 5 6 7 8 9 10 11 12 13 14 15 0 1 2 3
;;             f32x4.add
;;             f32x4.extract_lane 0
;;             f32.const 0x0p+0 (;=0;)
;;             f32.add
;;             local.set 6
;;             br 2 (;@2;)
;;           end
;;         end
;;         i32.const 0
;;         local.set 1
;;       end
;;       loop ;; label = @2
;;         local.get 6
;;         local.get 1
;;         i32.const 2
;;         i32.shl
;;         f32.load offset=256
;;         f32.add
;;         local.set 6
;;         local.get 1
;;         i32.const 1
;;         i32.add
;;         local.tee 1
;;         local.get 0
;;         i32.lt_s
;;         br_if 0 (;@2;)
;;       end
;;       local.get 6
;;     end
;;   )
;;   (func (;1;) (type 1) (param i32) (result f64)
;;     (local i32 i32 i32 i32 v128 v128 v128 v128 v128 v128 f64)
;;     local.get 0
;;     i32.const 0
;;     i32.le_s
;;     if (result f64) ;; label = @1
;;       f64.const 0x0p+0 (;=0;)
;;     else
;;       block ;; label = @2
;;         local.get 0
;;         i32.const -1
;;         i32.add
;;         local.tee 1
;;         i32.const 8
;;         i32.ge_u
;;         (@metadata.code.branch_hint "\01")
;;         if ;; label = @3
;;           local.get 1
;;           i64.extend_i32_u
;;           i64.const 2
;;           i64.shl
;;           i64.const 260
;;           i64.add
;;           memory.size
;;           local.tee 2
;;           i64.extend_i32_u
;;           i64.const 16
;;           i64.shl
;;           i64.le_u
;;           (@metadata.code.branch_hint "\01")
;;           if ;; label = @4
;;             block ;; label = @5
;;               local.get 1
;;               i32.const -4
;;               i32.and
;;               local.tee 3
;;               i32.const 20
;;               i32.ge_u
;;               if ;; label = @6
;;                 local.get 2
;;                 i32.const 65535
;;                 i32.le_u
;;                 if ;; label = @7
;;                   local.get 3
;;                   i32.const -4
;;                   i32.add
;;                   i32.const -16
;;                   i32.and
;;                   local.set 4
;;                   i32.const 0
;;                   v128.const i32x4 0x00000000 0x80000000 0x00000000 0x80000000
;;                   v128.const i32x4 0x00000000 0x80000000 0x00000000 0x80000000
;;                   local.set 5
;;                   local.set 6
;;                   local.set 1
;;                   loop ;; label = @8
;;                     local.get 5
;;                     local.get 1
;;                     i32.const 2
;;                     i32.shl
;;                     local.tee 2
;;                     v128.load offset=256 align=4
;;                     local.tee 7
;;                     f64x2.promote_low_f32x4
;;                     f64x2.sub
;;                     local.get 2
;;                     v128.load offset=272 align=4
;;                     local.tee 8
;;                     f64x2.promote_low_f32x4
;;                     f64x2.sub
;;                     local.get 2
;;                     v128.load offset=288 align=4
;;                     local.tee 9
;;                     f64x2.promote_low_f32x4
;;                     f64x2.sub
;;                     local.get 2
;;                     v128.load offset=304 align=4
;;                     local.tee 10
;;                     f64x2.promote_low_f32x4
;;                     f64x2.sub
;;                     local.set 5
;;                     local.get 6
;;                     local.get 7
;;                     local.get 7
;;                     i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15
;;                     f64x2.promote_low_f32x4
;;                     f64x2.sub
;;                     local.get 8
;;                     local.get 8
;;                     i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15
;;                     f64x2.promote_low_f32x4
;;                     f64x2.sub
;;                     local.get 9
;;                     local.get 9
;;                     i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15
;;                     f64x2.promote_low_f32x4
;;                     f64x2.sub
;;                     local.get 10
;;                     local.get 10
;;                     i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15
;;                     f64x2.promote_low_f32x4
;;                     f64x2.sub
;;                     local.set 6
;;                     local.get 1
;;                     i32.const 16
;;                     i32.add
;;                     local.tee 1
;;                     local.get 4
;;                     i32.ne
;;                     br_if 0 (;@8;)
;;                   end
;;                   br 2 (;@5;)
;;                 end
;;               end
;;               i32.const 0
;;               v128.const i32x4 0x00000000 0x80000000 0x00000000 0x80000000
;;               v128.const i32x4 0x00000000 0x80000000 0x00000000 0x80000000
;;               local.set 5
;;               local.set 6
;;               local.set 1
;;             end
;;             loop ;; label = @5
;;               local.get 5
;;               local.get 1
;;               i32.const 2
;;               i32.shl
;;               v128.load offset=256 align=4
;;               local.tee 7
;;               f64x2.promote_low_f32x4
;;               f64x2.sub
;;               local.set 5
;;               local.get 6
;;               local.get 7
;;               local.get 7
;;               i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15
;;               f64x2.promote_low_f32x4
;;               f64x2.sub
;;               local.set 6
;;               local.get 1
;;               i32.const 4
;;               i32.add
;;               local.tee 1
;;               local.get 3
;;               i32.ne
;;               (@metadata.code.branch_hint "\01")
;;               br_if 0 (;@5;)
;;             end
;;             local.get 5
;;             local.get 6
;;             f64x2.add
;;             local.tee 5
;;             local.get 5
;;             local.get 5
;;             i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7
;;             f64x2.add
;;             f64x2.extract_lane 0
;;             f64.const 0x0p+0 (;=0;)
;;             f64.add
;;             local.set 11
;;             br 2 (;@2;)
;;           end
;;         end
;;         i32.const 0
;;         local.set 1
;;       end
;;       loop ;; label = @2
;;         local.get 11
;;         local.get 1
;;         i32.const 2
;;         i32.shl
;;         f32.load offset=256
;;         f64.promote_f32
;;         f64.sub
;;         local.set 11
;;         local.get 1
;;         i32.const 1
;;         i32.add
;;         local.tee 1
;;         local.get 0
;;         i32.lt_s
;;         br_if 0 (;@2;)
;;       end
;;       local.get 11
;;     end
;;   )
;;   (func (;2;) (type 1) (param i32) (result f64)
;;     (local i32 i32 i32 i32 v128 f64)
;;     local.get 0
;;     i32.const 0
;;     i32.le_s
;;     if (result f64) ;; label = @1
;;       f64.const 0x1p+0 (;=1;)
;;     else
;;       block ;; label = @2
;;         local.get 0
;;         i32.const -1
;;         i32.add
;;         local.tee 1
;;         i32.const 10
;;         i32.ge_u
;;         (@metadata.code.branch_hint "\01")
;;         if ;; label = @3
;;           local.get 1
;;           i64.extend_i32_u
;;           i64.const 3
;;           i64.shl
;;           i64.const 1032
;;           i64.add
;;           memory.size
;;           local.tee 2
;;           i64.extend_i32_u
;;           i64.const 16
;;           i64.shl
;;           i64.le_u
;;           (@metadata.code.branch_hint "\01")
;;           if ;; label = @4
;;             block ;; label = @5
;;               local.get 1
;;               i32.const -2
;;               i32.and
;;               local.tee 3
;;               i32.const 10
;;               i32.ge_u
;;               if ;; label = @6
;;                 local.get 2
;;                 i32.const 65535
;;                 i32.le_u
;;                 if ;; label = @7
;;                   local.get 3
;;                   i32.const -2
;;                   i32.add
;;                   i32.const -8
;;                   i32.and
;;                   local.set 4
;;                   i32.const 0
;;                   v128.const i32x4 0x00000000 0x3ff00000 0x00000000 0x3ff00000
;;                   local.set 5
;;                   local.set 1
;;                   loop ;; label = @8
;;                     local.get 5
;;                     local.get 1
;;                     i32.const 3
;;                     i32.shl
;;                     local.tee 2
;;                     v128.load offset=1024 align=8
;;                     f64x2.mul
;;                     local.get 2
;;                     v128.load offset=1040 align=8
;;                     f64x2.mul
;;                     local.get 2
;;                     v128.load offset=1056 align=8
;;                     f64x2.mul
;;                     local.get 2
;;                     v128.load offset=1072 align=8
;;                     f64x2.mul
;;                     local.set 5
;;                     local.get 1
;;                     i32.const 8
;;                     i32.add
;;                     local.tee 1
;;                     local.get 4
;;                     i32.ne
;;                     br_if 0 (;@8;)
;;                   end
;;                   br 2 (;@5;)
;;                 end
;;               end
;;               i32.const 0
;;               v128.const i32x4 0x00000000 0x3ff00000 0x00000000 0x3ff00000
;;               local.set 5
;;               local.set 1
;;             end
;;             loop ;; label = @5
;;               local.get 5
;;               local.get 1
;;               i32.const 3
;;               i32.shl
;;               v128.load offset=1024 align=8
;;               f64x2.mul
;;               local.set 5
;;               local.get 1
;;               i32.const 2
;;               i32.add
;;               local.tee 1
;;               local.get 3
;;               i32.ne
;;               (@metadata.code.branch_hint "\01")
;;               br_if 0 (;@5;)
;;             end
;;             local.get 5
;;             local.get 5
;;             local.get 5
;;             i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7
;;             f64x2.mul
;;             f64x2.extract_lane 0
;;             f64.const 0x1p+0 (;=1;)
;;             f64.mul
;;             local.set 6
;;             br 2 (;@2;)
;;           end
;;         end
;;         i32.const 0
;;         f64.const 0x1p+0 (;=1;)
;;         local.set 6
;;         local.set 1
;;       end
;;       loop ;; label = @2
;;         local.get 6
;;         local.get 1
;;         i32.const 3
;;         i32.shl
;;         f64.load offset=1024
;;         f64.mul
;;         local.set 6
;;         local.get 1
;;         i32.const 1
;;         i32.add
;;         local.tee 1
;;         local.get 0
;;         i32.lt_s
;;         br_if 0 (;@2;)
;;       end
;;       local.get 6
;;     end
;;   )
;;   (func (;3;) (type 0) (param i32) (result f32)
;;     (local i32 i32 i32 f32)
;;     local.get 0
;;     i32.const 0
;;     i32.le_s
;;     if (result f32) ;; label = @1
;;       f32.const 0x0p+0 (;=0;)
;;     else
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
;;             local.set 3
;;             loop ;; label = @5
;;               local.get 1
;;               i32.const 2
;;               i32.shl
;;               local.tee 2
;;               f32.load offset=268
;;               local.get 2
;;               f32.load offset=264
;;               local.get 2
;;               f32.load offset=260
;;               local.get 2
;;               f32.load offset=256
;;               local.get 4
;;               f32.sub
;;               f32.sub
;;               f32.sub
;;               f32.sub
;;               local.set 4
;;               local.get 1
;;               i32.const 4
;;               i32.add
;;               local.tee 1
;;               local.get 3
;;               i32.ne
;;               br_if 0 (;@5;)
;;             end
;;             br 2 (;@2;)
;;           end
;;         end
;;       end
;;       loop ;; label = @2
;;         local.get 1
;;         i32.const 2
;;         i32.shl
;;         f32.load offset=256
;;         local.get 4
;;         f32.sub
;;         local.set 4
;;         local.get 1
;;         i32.const 1
;;         i32.add
;;         local.tee 1
;;         local.get 0
;;         i32.lt_s
;;         br_if 0 (;@2;)
;;       end
;;       local.get 4
;;     end
;;   )
;;   (data (;0;) (i32.const 258) "\10\c1\00\00\00\c0\00\00\a0@\00\00@A\00\00\80\c0\00\00@@\00\00 A\00\00\c0\c0\00\00\80?\00\00\00A\00\00\00\c1\00\00\80\bf\00\00\c0@\00\00PA\00\00@\c0\00\00\80@\00\000A\00\00\a0\c0\00\00\00@\00\00\10A\00\00\e0\c0\00\00\00\00\00\00\e0@\00\00\10\c1\00\00\00\c0\00\00\a0@\00\00@A\00\00\80\c0\00\00@@\00\00 A\00\00\c0\c0\00\00\80?\00\00\00A\00\00\00\c1\00\00\80\bf\00\00\c0@\00\00PA\00\00@\c0\00\00\80@\00\000A")
;;   (data (;1;) (i32.const 1031) "@\00\00\00\00\00\00\00@\00\00\00\00\00\00\00@\00\00\00\00\00\00\00@\00\00\00\00\00\00\00@\00\00\00\00\00\00\00@\00\00\00\00\00\00\00@\00\00\00\00\00\00\00@\00\00\00\00\00\00\00@\00\00\00\00\00\00\00@\00\00\00\00\00\00\00@\00\00\00\00\00\00\00@\00\00\00\00\00\00\00@\00\00\00\00\00\00\00@\00\00\00\00\00\00\00@\00\00\00\00\00\00\00@\00\00\00\00\00\00\00@\00\00\00\00\00\00\00@\00\00\00\00\00\00\00@\00\00\00\00\00\00\00@\00\00\00\00\00\00\00@\00\00\00\00\00\00\00@\00\00\00\00\00\00\00@\00\00\00\00\00\00\00@\00\00\00\00\00\00\00@\00\00\00\00\00\00\00@\00\00\00\00\00\00\00@\00\00\00\00\00\00\00@\00\00\00\00\00\00\00@\00\00\00\00\00\00\00@\00\00\00\00\00\00\00@\00\00\00\00\00\00\00@\00\00\00\00\00\00\00@\00\00\00\00\00\00\00@\00\00\00\00\00\00\00@\00\00\00\00\00\00\00@\00\00\00\00\00\00\00@\00\00\00\00\00\00\00@\00\00\00\00\00\00\00@\00\00\00\00\00\00\00@")
;; )
