;; A loop around one of four iterations: these are unrolled, and the loop around them is vectorized.
;; test: optimize -O3
;; features: simd
;; run: transform(16) == -1393648640
;; run: transform(19) == -2112492544
(module
  (memory (export "memory") 1)
  ;; out[i][row] = m[row] * in[i][0] + m[4 + row] * in[i][1] + m[8 + row] * in[i][2] + m[12 + row] * in[i][3]
  (func $transform (param $m i32) (param $in i32) (param $out i32) (param $n i32) (local $i i32) (local $row i32) (local $p i32) (local $q i32)
    (if (i32.gt_s (local.get $n) (i32.const 0)) (then
      (loop $points
        (local.set $row (i32.const 0))
        (local.set $p (i32.add (local.get $in) (i32.shl (local.get $i) (i32.const 4))))
        (loop $rows
          (local.set $q (i32.add (local.get $m) (i32.shl (local.get $row) (i32.const 2))))
          (f32.store
            (i32.add (i32.add (local.get $out) (i32.shl (local.get $i) (i32.const 4))) (i32.shl (local.get $row) (i32.const 2)))
            (f32.add
              (f32.add
                (f32.mul (f32.load (local.get $q)) (f32.load (local.get $p)))
                (f32.mul (f32.load offset=16 (local.get $q)) (f32.load offset=4 (local.get $p))))
              (f32.add
                (f32.mul (f32.load offset=32 (local.get $q)) (f32.load offset=8 (local.get $p)))
                (f32.mul (f32.load offset=48 (local.get $q)) (f32.load offset=12 (local.get $p))))))
          (br_if $rows (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 1))) (i32.const 4))))
        (br_if $points (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))))
  (func (export "transform") (param $n i32) (result i32) (local $i i32) (local $h i32)
    (loop $next
      (f32.store (i32.shl (local.get $i) (i32.const 2)) (f32.convert_i32_u (i32.rem_u (i32.mul (local.get $i) (i32.const 37)) (i32.const 101))))
      (br_if $next (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 120))))
    (call $transform (i32.const 0) (i32.const 64) (i32.const 1024) (local.get $n))
    (local.set $i (i32.const 0))
    (loop $next
      (local.set $h (i32.add (i32.mul (local.get $h) (i32.const 31)) (i32.load offset=1024 (local.get $i))))
      (br_if $next (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 4))) (i32.const 512))))
    (local.get $h))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "transform" (func 0))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     (local i32 i32 i32 i64 i64 i64 i64 i64 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 f32 f32 f32 f32 f32 f32 f32 f32 f32 f32 f32 f32 f32 f32 f32 f32 f32 f32 f32 f32)
;;     loop ;; label = @1
;;       local.get 1
;;       i32.const 2
;;       i32.shl
;;       local.get 1
;;       i32.const 37
;;       i32.mul
;;       i32.const 101
;;       i32.rem_u
;;       f32.convert_i32_s
;;       f32.store
;;       local.get 1
;;       i32.const 1
;;       i32.add
;;       local.tee 1
;;       i32.const 120
;;       i32.lt_u
;;       br_if 0 (;@1;)
;;     end
;;     block ;; label = @1
;;       local.get 0
;;       i32.const 0
;;       i32.gt_s
;;       if ;; label = @2
;;         block ;; label = @3
;;           local.get 0
;;           i32.const -1
;;           i32.add
;;           local.tee 1
;;           i32.const 4
;;           i32.ge_u
;;           (@metadata.code.branch_hint "\01")
;;           if ;; label = @4
;;             local.get 1
;;             i64.extend_i32_u
;;             i64.const 4
;;             i64.shl
;;             i64.const 1040
;;             i64.add
;;             memory.size
;;             i64.extend_i32_u
;;             i64.const 16
;;             i64.shl
;;             i64.le_u
;;             (@metadata.code.branch_hint "\01")
;;             if ;; label = @5
;;               i32.const 0
;;               f32.load
;;               f32x4.splat
;;               local.set 17
;;               i32.const 0
;;               f32.load offset=16
;;               f32x4.splat
;;               local.set 18
;;               i32.const 0
;;               f32.load offset=32
;;               f32x4.splat
;;               local.set 19
;;               i32.const 0
;;               f32.load offset=48
;;               f32x4.splat
;;               local.set 20
;;               i32.const 0
;;               f32.load offset=4
;;               f32x4.splat
;;               local.set 21
;;               i32.const 0
;;               f32.load offset=20
;;               f32x4.splat
;;               local.set 22
;;               i32.const 0
;;               f32.load offset=36
;;               f32x4.splat
;;               local.set 23
;;               i32.const 0
;;               f32.load offset=52
;;               f32x4.splat
;;               local.set 24
;;               i32.const 0
;;               f32.load offset=8
;;               f32x4.splat
;;               local.set 25
;;               i32.const 0
;;               f32.load offset=24
;;               f32x4.splat
;;               local.set 26
;;               i32.const 0
;;               f32.load offset=40
;;               f32x4.splat
;;               local.set 27
;;               i32.const 0
;;               f32.load offset=56
;;               f32x4.splat
;;               local.set 28
;;               i32.const 0
;;               f32.load offset=12
;;               f32x4.splat
;;               local.set 29
;;               i32.const 0
;;               f32.load offset=28
;;               f32x4.splat
;;               local.set 30
;;               i32.const 0
;;               f32.load offset=44
;;               f32x4.splat
;;               local.set 31
;;               i32.const 0
;;               f32.load offset=60
;;               f32x4.splat
;;               local.set 32
;;               local.get 1
;;               i32.const -4
;;               i32.and
;;               local.set 3
;;               i32.const 0
;;               local.set 1
;;               loop ;; label = @6
;;                 local.get 1
;;                 i32.const 4
;;                 i32.shl
;;                 i32.const -64
;;                 i32.sub
;;                 local.tee 2
;;                 local.get 17
;;                 local.get 2
;;                 v128.load align=4
;;                 local.tee 9
;;                 local.get 2
;;                 v128.load offset=16 align=4
;;                 local.tee 11
;;                 i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27
;;                 local.tee 12
;;                 local.get 2
;;                 v128.load offset=32 align=4
;;                 local.tee 13
;;                 local.get 2
;;                 v128.load offset=48 align=4
;;                 local.tee 14
;;                 i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27
;;                 local.tee 15
;;                 i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27
;;                 local.tee 10
;;                 f32x4.mul
;;                 local.get 18
;;                 local.get 9
;;                 local.get 11
;;                 i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31
;;                 local.tee 16
;;                 local.get 13
;;                 local.get 14
;;                 i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31
;;                 local.tee 13
;;                 i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27
;;                 local.tee 9
;;                 f32x4.mul
;;                 f32x4.add
;;                 local.get 19
;;                 local.get 12
;;                 local.get 15
;;                 i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31
;;                 local.tee 11
;;                 f32x4.mul
;;                 local.get 20
;;                 local.get 16
;;                 local.get 13
;;                 i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31
;;                 local.tee 12
;;                 f32x4.mul
;;                 f32x4.add
;;                 f32x4.add
;;                 local.tee 13
;;                 local.get 25
;;                 local.get 10
;;                 f32x4.mul
;;                 local.get 26
;;                 local.get 9
;;                 f32x4.mul
;;                 f32x4.add
;;                 local.get 27
;;                 local.get 11
;;                 f32x4.mul
;;                 local.get 28
;;                 local.get 12
;;                 f32x4.mul
;;                 f32x4.add
;;                 f32x4.add
;;                 local.tee 14
;;                 i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23
;;                 local.tee 15
;;                 local.get 21
;;                 local.get 10
;;                 f32x4.mul
;;                 local.get 22
;;                 local.get 9
;;                 f32x4.mul
;;                 f32x4.add
;;                 local.get 23
;;                 local.get 11
;;                 f32x4.mul
;;                 local.get 24
;;                 local.get 12
;;                 f32x4.mul
;;                 f32x4.add
;;                 f32x4.add
;;                 local.tee 16
;;                 local.get 29
;;                 local.get 10
;;                 f32x4.mul
;;                 local.get 30
;;                 local.get 9
;;                 f32x4.mul
;;                 f32x4.add
;;                 local.get 31
;;                 local.get 11
;;                 f32x4.mul
;;                 local.get 32
;;                 local.get 12
;;                 f32x4.mul
;;                 f32x4.add
;;                 f32x4.add
;;                 local.tee 10
;;                 i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23
;;                 local.tee 9
;;                 i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23
;;                 v128.store offset=960 align=4
;;                 local.get 2
;;                 local.get 15
;;                 local.get 9
;;                 i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
;;                 v128.store offset=976 align=4
;;                 local.get 2
;;                 local.get 13
;;                 local.get 14
;;                 i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
;;                 local.tee 9
;;                 local.get 16
;;                 local.get 10
;;                 i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
;;                 local.tee 10
;;                 i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23
;;                 v128.store offset=992 align=4
;;                 local.get 2
;;                 local.get 9
;;                 local.get 10
;;                 i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
;;                 v128.store offset=1008 align=4
;;                 local.get 1
;;                 i32.const 4
;;                 i32.add
;;                 local.tee 1
;;                 local.get 3
;;                 i32.ne
;;                 (@metadata.code.branch_hint "\01")
;;                 br_if 0 (;@6;)
;;               end
;;               br 2 (;@3;)
;;             end
;;           end
;;           i32.const 0
;;           local.set 1
;;         end
;;         i32.const 0
;;         f32.load
;;         local.set 37
;;         i32.const 0
;;         f32.load offset=16
;;         local.set 38
;;         i32.const 0
;;         f32.load offset=32
;;         local.set 39
;;         i32.const 0
;;         f32.load offset=48
;;         local.set 40
;;         local.get 1
;;         i32.const -2147483647
;;         i32.add
;;         local.get 0
;;         i32.const -2147483648
;;         i32.add
;;         i32.le_u
;;         memory.size
;;         i64.extend_i32_u
;;         i64.const 16
;;         i64.shl
;;         local.tee 4
;;         i64.const 8
;;         i64.ge_u
;;         i32.and
;;         (@metadata.code.branch_hint "\01")
;;         if ;; label = @3
;;           i32.const 4
;;           f32.load
;;           local.set 41
;;           local.get 4
;;           i64.const 24
;;           i64.ge_u
;;           (@metadata.code.branch_hint "\01")
;;           if ;; label = @4
;;             i32.const 4
;;             f32.load offset=16
;;             local.set 42
;;             local.get 4
;;             i64.const 40
;;             i64.ge_u
;;             (@metadata.code.branch_hint "\01")
;;             if ;; label = @5
;;               i32.const 4
;;               f32.load offset=32
;;               local.set 43
;;               local.get 4
;;               i64.const 56
;;               i64.ge_u
;;               (@metadata.code.branch_hint "\01")
;;               if ;; label = @6
;;                 i32.const 4
;;                 f32.load offset=48
;;                 local.set 44
;;                 i32.const 8
;;                 f32.load
;;                 local.set 45
;;                 i32.const 8
;;                 f32.load offset=16
;;                 local.set 46
;;                 i32.const 8
;;                 f32.load offset=32
;;                 local.set 47
;;                 local.get 4
;;                 i64.const 60
;;                 i64.ge_u
;;                 (@metadata.code.branch_hint "\01")
;;                 if ;; label = @7
;;                   i32.const 8
;;                   f32.load offset=48
;;                   local.set 48
;;                   i32.const 12
;;                   f32.load
;;                   local.set 49
;;                   i32.const 12
;;                   f32.load offset=16
;;                   local.set 50
;;                   i32.const 12
;;                   f32.load offset=32
;;                   local.set 51
;;                   local.get 4
;;                   i64.const 64
;;                   i64.ge_u
;;                   (@metadata.code.branch_hint "\01")
;;                   if ;; label = @8
;;                     i32.const 12
;;                     f32.load offset=48
;;                     local.set 52
;;                     local.get 1
;;                     i32.const 4
;;                     i32.shl
;;                     local.tee 2
;;                     i32.const 1024
;;                     i32.add
;;                     i64.extend_i32_u
;;                     local.tee 5
;;                     local.get 0
;;                     local.get 1
;;                     i32.sub
;;                     i32.const -1
;;                     i32.add
;;                     i64.extend_i32_u
;;                     i64.const 4
;;                     i64.shl
;;                     local.tee 4
;;                     i64.add
;;                     i64.const 4294967295
;;                     i64.le_u
;;                     local.get 2
;;                     i32.const 1028
;;                     i32.add
;;                     i64.extend_i32_u
;;                     local.tee 6
;;                     local.get 4
;;                     i64.add
;;                     i64.const 4294967295
;;                     i64.le_u
;;                     i32.and
;;                     local.get 2
;;                     i32.const 1032
;;                     i32.add
;;                     i64.extend_i32_u
;;                     local.tee 7
;;                     local.get 4
;;                     i64.add
;;                     i64.const 4294967295
;;                     i64.le_u
;;                     i32.and
;;                     local.get 2
;;                     i32.const 1036
;;                     i32.add
;;                     i64.extend_i32_u
;;                     local.tee 8
;;                     local.get 4
;;                     i64.add
;;                     i64.const 4294967295
;;                     i64.le_u
;;                     i32.and
;;                     i64.const 51
;;                     local.get 5
;;                     i64.sub
;;                     local.get 4
;;                     i64.const 55
;;                     i64.add
;;                     local.tee 4
;;                     i64.ge_u
;;                     i32.and
;;                     i64.const 51
;;                     local.get 6
;;                     i64.sub
;;                     local.get 4
;;                     i64.ge_u
;;                     i32.and
;;                     i64.const 51
;;                     local.get 7
;;                     i64.sub
;;                     local.get 4
;;                     i64.ge_u
;;                     i32.and
;;                     i64.const 51
;;                     local.get 8
;;                     i64.sub
;;                     local.get 4
;;                     i64.ge_u
;;                     i32.and
;;                     i64.const 55
;;                     local.get 5
;;                     i64.sub
;;                     local.get 4
;;                     i64.ge_u
;;                     i32.and
;;                     i64.const 55
;;                     local.get 6
;;                     i64.sub
;;                     local.get 4
;;                     i64.ge_u
;;                     i32.and
;;                     i64.const 55
;;                     local.get 7
;;                     i64.sub
;;                     local.get 4
;;                     i64.ge_u
;;                     i32.and
;;                     i64.const 55
;;                     local.get 8
;;                     i64.sub
;;                     local.get 4
;;                     i64.ge_u
;;                     i32.and
;;                     i64.const 59
;;                     local.get 5
;;                     i64.sub
;;                     local.get 4
;;                     i64.ge_u
;;                     i32.and
;;                     i64.const 59
;;                     local.get 6
;;                     i64.sub
;;                     local.get 4
;;                     i64.ge_u
;;                     i32.and
;;                     i64.const 59
;;                     local.get 7
;;                     i64.sub
;;                     local.get 4
;;                     i64.ge_u
;;                     i32.and
;;                     i64.const 59
;;                     local.get 8
;;                     i64.sub
;;                     local.get 4
;;                     i64.ge_u
;;                     i32.and
;;                     i64.const 63
;;                     local.get 5
;;                     i64.sub
;;                     local.get 4
;;                     i64.ge_u
;;                     i32.and
;;                     i64.const 63
;;                     local.get 6
;;                     i64.sub
;;                     local.get 4
;;                     i64.ge_u
;;                     i32.and
;;                     i64.const 63
;;                     local.get 7
;;                     i64.sub
;;                     local.get 4
;;                     i64.ge_u
;;                     i32.and
;;                     i64.const 63
;;                     local.get 8
;;                     i64.sub
;;                     local.get 4
;;                     i64.ge_u
;;                     i32.and
;;                     (@metadata.code.branch_hint "\01")
;;                     if ;; label = @9
;;                       loop ;; label = @10
;;                         local.get 1
;;                         i32.const 4
;;                         i32.shl
;;                         local.tee 2
;;                         i32.const 1024
;;                         i32.add
;;                         local.get 37
;;                         local.get 2
;;                         i32.const -64
;;                         i32.sub
;;                         local.tee 3
;;                         f32.load
;;                         local.tee 33
;;                         f32.mul
;;                         local.get 38
;;                         local.get 3
;;                         f32.load offset=4
;;                         local.tee 34
;;                         f32.mul
;;                         f32.add
;;                         local.get 39
;;                         local.get 3
;;                         f32.load offset=8
;;                         local.tee 35
;;                         f32.mul
;;                         local.get 40
;;                         local.get 3
;;                         f32.load offset=12
;;                         local.tee 36
;;                         f32.mul
;;                         f32.add
;;                         f32.add
;;                         f32.store
;;                         local.get 2
;;                         i32.const 1028
;;                         i32.add
;;                         local.get 41
;;                         local.get 33
;;                         f32.mul
;;                         local.get 42
;;                         local.get 34
;;                         f32.mul
;;                         f32.add
;;                         local.get 43
;;                         local.get 35
;;                         f32.mul
;;                         local.get 44
;;                         local.get 36
;;                         f32.mul
;;                         f32.add
;;                         f32.add
;;                         f32.store
;;                         local.get 2
;;                         i32.const 1032
;;                         i32.add
;;                         local.get 45
;;                         local.get 33
;;                         f32.mul
;;                         local.get 46
;;                         local.get 34
;;                         f32.mul
;;                         f32.add
;;                         local.get 47
;;                         local.get 35
;;                         f32.mul
;;                         local.get 48
;;                         local.get 36
;;                         f32.mul
;;                         f32.add
;;                         f32.add
;;                         f32.store
;;                         local.get 2
;;                         i32.const 1036
;;                         i32.add
;;                         local.get 49
;;                         local.get 33
;;                         f32.mul
;;                         local.get 50
;;                         local.get 34
;;                         f32.mul
;;                         f32.add
;;                         local.get 51
;;                         local.get 35
;;                         f32.mul
;;                         local.get 52
;;                         local.get 36
;;                         f32.mul
;;                         f32.add
;;                         f32.add
;;                         f32.store
;;                         local.get 1
;;                         i32.const 1
;;                         i32.add
;;                         local.tee 1
;;                         local.get 0
;;                         i32.lt_s
;;                         br_if 0 (;@10;)
;;                       end
;;                       br 8 (;@1;)
;;                     end
;;                   end
;;                 end
;;               end
;;             end
;;           end
;;         end
;;         loop ;; label = @3
;;           local.get 1
;;           i32.const 4
;;           i32.shl
;;           local.tee 2
;;           i32.const 1024
;;           i32.add
;;           i32.const 0
;;           f32.load
;;           local.get 2
;;           i32.const -64
;;           i32.sub
;;           local.tee 3
;;           f32.load
;;           local.tee 33
;;           f32.mul
;;           i32.const 0
;;           f32.load offset=16
;;           local.get 3
;;           f32.load offset=4
;;           local.tee 34
;;           f32.mul
;;           f32.add
;;           i32.const 0
;;           f32.load offset=32
;;           local.get 3
;;           f32.load offset=8
;;           local.tee 35
;;           f32.mul
;;           i32.const 0
;;           f32.load offset=48
;;           local.get 3
;;           f32.load offset=12
;;           local.tee 36
;;           f32.mul
;;           f32.add
;;           f32.add
;;           f32.store
;;           local.get 2
;;           i32.const 1028
;;           i32.add
;;           i32.const 4
;;           f32.load
;;           local.get 33
;;           f32.mul
;;           i32.const 4
;;           f32.load offset=16
;;           local.get 34
;;           f32.mul
;;           f32.add
;;           i32.const 4
;;           f32.load offset=32
;;           local.get 35
;;           f32.mul
;;           i32.const 4
;;           f32.load offset=48
;;           local.get 36
;;           f32.mul
;;           f32.add
;;           f32.add
;;           f32.store
;;           local.get 2
;;           i32.const 1032
;;           i32.add
;;           i32.const 8
;;           f32.load
;;           local.get 33
;;           f32.mul
;;           i32.const 8
;;           f32.load offset=16
;;           local.get 34
;;           f32.mul
;;           f32.add
;;           i32.const 8
;;           f32.load offset=32
;;           local.get 35
;;           f32.mul
;;           i32.const 8
;;           f32.load offset=48
;;           local.get 36
;;           f32.mul
;;           f32.add
;;           f32.add
;;           f32.store
;;           local.get 2
;;           i32.const 1036
;;           i32.add
;;           i32.const 12
;;           f32.load
;;           local.get 33
;;           f32.mul
;;           i32.const 12
;;           f32.load offset=16
;;           local.get 34
;;           f32.mul
;;           f32.add
;;           i32.const 12
;;           f32.load offset=32
;;           local.get 35
;;           f32.mul
;;           i32.const 12
;;           f32.load offset=48
;;           local.get 36
;;           f32.mul
;;           f32.add
;;           f32.add
;;           f32.store
;;           local.get 1
;;           i32.const 1
;;           i32.add
;;           local.tee 1
;;           local.get 0
;;           i32.lt_s
;;           br_if 0 (;@3;)
;;         end
;;       end
;;     end
;;     i32.const 0
;;     local.set 0
;;     i32.const 0
;;     local.set 1
;;     memory.size
;;     i32.const 65535
;;     i32.le_u
;;     if ;; label = @1
;;       i32.const 0
;;       local.set 0
;;       loop ;; label = @2
;;         local.get 1
;;         i32.const 31
;;         i32.mul
;;         local.get 0
;;         i32.load offset=1024
;;         i32.add
;;         i32.const 31
;;         i32.mul
;;         local.get 0
;;         i32.load offset=1028
;;         i32.add
;;         i32.const 31
;;         i32.mul
;;         local.get 0
;;         i32.load offset=1032
;;         i32.add
;;         i32.const 31
;;         i32.mul
;;         local.get 0
;;         i32.load offset=1036
;;         i32.add
;;         local.set 1
;;         local.get 0
;;         i32.const 16
;;         i32.add
;;         local.tee 0
;;         i32.const 496
;;         i32.ne
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     loop ;; label = @1
;;       local.get 1
;;       i32.const 31
;;       i32.mul
;;       local.get 0
;;       i32.load offset=1024
;;       i32.add
;;       local.set 1
;;       local.get 0
;;       i32.const 4
;;       i32.add
;;       local.tee 0
;;       i32.const 512
;;       i32.lt_u
;;       br_if 0 (;@1;)
;;     end
;;     local.get 1
;;   )
;; )
