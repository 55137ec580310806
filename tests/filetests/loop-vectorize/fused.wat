;; With --fast-math and relaxed SIMD, a product and a sum are one operator. (The numbers here are whole: it does not matter how
;; often it rounds.) A difference from a product is one, too; a difference of a product and something else is not.
;; test: optimize -O3
;; features: simd,relaxed-simd
;; promise: fast-math
;; run: dot(21) == 2033.0
;; run: dot(3) == 154.0
;; run: update(21) == -1455.0
(module
  (memory (export "memory") 1)
  (func $fill (local $i i32)
    (loop $next
      (f32.store offset=256 (i32.shl (local.get $i) (i32.const 2)) (f32.convert_i32_s (i32.rem_u (i32.mul (local.get $i) (i32.const 7)) (i32.const 23))))
      (br_if $next (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 128)))))
  (func (export "dot") (param $n i32) (result f32) (local $i i32) (local $s f32)
    (call $fill)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (local.set $s (f32.add (local.get $s)
          (f32.mul (f32.load offset=256 (i32.shl (local.get $i) (i32.const 2))) (f32.load offset=512 (i32.shl (local.get $i) (i32.const 2))))))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (local.get $s))
  (func (export "update") (param $n i32) (result f32) (local $i i32) (local $x f32)
    (call $fill)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (local.set $x (f32.mul (f32.load offset=256 (i32.shl (local.get $i) (i32.const 2))) (f32.load offset=512 (i32.shl (local.get $i) (i32.const 2)))))
        (f32.store offset=1024 (i32.shl (local.get $i) (i32.const 2)) (f32.sub (f32.const 1000) (local.get $x)))
        (f32.store offset=2048 (i32.shl (local.get $i) (i32.const 2)) (f32.sub (local.get $x) (f32.const 1000)))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (f32.add (f32.load (i32.const 1060)) (f32.mul (f32.const 3) (f32.load (i32.const 2080)))))
)

;; expect:
;; (module
;;   (type (;0;) (func))
;;   (type (;1;) (func (param i32) (result f32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "dot" (func 1))
;;   (export "update" (func 2))
;;   (func $fill (;0;) (type 0)
;;     (local i32)
;;     loop ;; label = @1
;;       local.get 0
;;       i32.const 2
;;       i32.shl
;;       local.get 0
;;       i32.const 7
;;       i32.mul
;;       i32.const 23
;;       i32.rem_u
;;       f32.convert_i32_s
;;       f32.store offset=256
;;       local.get 0
;;       i32.const 1
;;       i32.add
;;       local.tee 0
;;       i32.const 128
;;       i32.lt_u
;;       br_if 0 (;@1;)
;;     end
;;   )
;;   (func (;1;) (type 1) (param i32) (result f32)
;;     (local i32 i32 i32 i32 v128 f32)
;;     call $fill
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
;;           i64.const 516
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
;;                     local.get 1
;;                     i32.const 2
;;                     i32.shl
;;                     local.tee 2
;;                     v128.load offset=304 align=4
;;                     local.get 2
;;                     v128.load offset=560 align=4
;;                     local.get 2
;;                     v128.load offset=288 align=4
;;                     local.get 2
;;                     v128.load offset=544 align=4
;;                     local.get 2
;;                     v128.load offset=272 align=4
;;                     local.get 2
;;                     v128.load offset=528 align=4
;;                     local.get 2
;;                     v128.load offset=256 align=4
;;                     local.get 2
;;                     v128.load offset=512 align=4
;;                     local.get 5
;;                     f32x4.relaxed_madd
;;                     f32x4.relaxed_madd
;;                     f32x4.relaxed_madd
;;                     f32x4.relaxed_madd
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
;;               local.get 1
;;               i32.const 2
;;               i32.shl
;;               local.tee 2
;;               v128.load offset=256 align=4
;;               local.get 2
;;               v128.load offset=512 align=4
;;               local.get 5
;;               f32x4.relaxed_madd
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
;;         local.tee 2
;;         f32.load offset=256
;;         local.get 2
;;         f32.load offset=512
;;         f32.mul
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
;;   (func (;2;) (type 1) (param i32) (result f32)
;;     (local i32 i32 i32 i32 v128 v128 f32)
;;     call $fill
;;     local.get 0
;;     i32.const 0
;;     i32.gt_s
;;     if ;; label = @1
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
;;           i64.const 2052
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
;;                   local.set 1
;;                   loop ;; label = @8
;;                     local.get 1
;;                     i32.const 2
;;                     i32.shl
;;                     local.tee 2
;;                     local.get 2
;;                     v128.load offset=256 align=4
;;                     local.tee 5
;;                     local.get 2
;;                     v128.load offset=512 align=4
;;                     local.tee 6
;;                     v128.const i32x4 0x447a0000 0x447a0000 0x447a0000 0x447a0000
;;                     f32x4.relaxed_nmadd
;;                     v128.store offset=1024 align=4
;;                     local.get 2
;;                     local.get 5
;;                     local.get 6
;;                     f32x4.mul
;;                     v128.const i32x4 0x447a0000 0x447a0000 0x447a0000 0x447a0000
;;                     f32x4.sub
;;                     v128.store offset=2048 align=4
;;                     local.get 2
;;                     local.get 2
;;                     v128.load offset=272 align=4
;;                     local.tee 5
;;                     local.get 2
;;                     v128.load offset=528 align=4
;;                     local.tee 6
;;                     v128.const i32x4 0x447a0000 0x447a0000 0x447a0000 0x447a0000
;;                     f32x4.relaxed_nmadd
;;                     v128.store offset=1040 align=4
;;                     local.get 2
;;                     local.get 5
;;                     local.get 6
;;                     f32x4.mul
;;                     v128.const i32x4 0x447a0000 0x447a0000 0x447a0000 0x447a0000
;;                     f32x4.sub
;;                     v128.store offset=2064 align=4
;;                     local.get 2
;;                     local.get 2
;;                     v128.load offset=288 align=4
;;                     local.tee 5
;;                     local.get 2
;;                     v128.load offset=544 align=4
;;                     local.tee 6
;;                     v128.const i32x4 0x447a0000 0x447a0000 0x447a0000 0x447a0000
;;                     f32x4.relaxed_nmadd
;;                     v128.store offset=1056 align=4
;;                     local.get 2
;;                     local.get 5
;;                     local.get 6
;;                     f32x4.mul
;;                     v128.const i32x4 0x447a0000 0x447a0000 0x447a0000 0x447a0000
;;                     f32x4.sub
;;                     v128.store offset=2080 align=4
;;                     local.get 2
;;                     local.get 2
;;                     v128.load offset=304 align=4
;;                     local.tee 5
;;                     local.get 2
;;                     v128.load offset=560 align=4
;;                     local.tee 6
;;                     v128.const i32x4 0x447a0000 0x447a0000 0x447a0000 0x447a0000
;;                     f32x4.relaxed_nmadd
;;                     v128.store offset=1072 align=4
;;                     local.get 2
;;                     local.get 5
;;                     local.get 6
;;                     f32x4.mul
;;                     v128.const i32x4 0x447a0000 0x447a0000 0x447a0000 0x447a0000
;;                     f32x4.sub
;;                     v128.store offset=2096 align=4
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
;;               local.set 1
;;             end
;;             loop ;; label = @5
;;               local.get 1
;;               i32.const 2
;;               i32.shl
;;               local.tee 2
;;               local.get 2
;;               v128.load offset=256 align=4
;;               local.tee 5
;;               local.get 2
;;               v128.load offset=512 align=4
;;               local.tee 6
;;               v128.const i32x4 0x447a0000 0x447a0000 0x447a0000 0x447a0000
;;               f32x4.relaxed_nmadd
;;               v128.store offset=1024 align=4
;;               local.get 2
;;               local.get 5
;;               local.get 6
;;               f32x4.mul
;;               v128.const i32x4 0x447a0000 0x447a0000 0x447a0000 0x447a0000
;;               f32x4.sub
;;               v128.store offset=2048 align=4
;;               local.get 1
;;               i32.const 4
;;               i32.add
;;               local.tee 1
;;               local.get 3
;;               i32.ne
;;               (@metadata.code.branch_hint "\01")
;;               br_if 0 (;@5;)
;;             end
;;             br 2 (;@2;)
;;           end
;;         end
;;         i32.const 0
;;         local.set 1
;;       end
;;       loop ;; label = @2
;;         local.get 1
;;         i32.const 2
;;         i32.shl
;;         local.tee 2
;;         f32.const 0x1.f4p+9 (;=1000;)
;;         local.get 2
;;         f32.load offset=256
;;         local.get 2
;;         f32.load offset=512
;;         f32.mul
;;         local.tee 7
;;         f32.sub
;;         f32.store offset=1024
;;         local.get 2
;;         local.get 7
;;         f32.const 0x1.f4p+9 (;=1000;)
;;         f32.sub
;;         f32.store offset=2048
;;         local.get 1
;;         i32.const 1
;;         i32.add
;;         local.tee 1
;;         local.get 0
;;         i32.lt_s
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     i32.const 1060
;;     f32.load
;;     i32.const 2080
;;     f32.load
;;     f32.const 0x1.8p+1 (;=3;)
;;     f32.mul
;;     f32.add
;;   )
;; )
