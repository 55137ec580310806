;; Counts of zero, below the number of lanes, and not a multiple of it: no element more, none less.
;; test: optimize -O3
;; features: simd
;; run: f(0) == 0
;; run: f(1) == 0
;; run: f(3) == 765
;; run: f(4) == 1530
;; run: f(5) == 2550
;; run: f(15) == 26775
;; run: f(16) == 30600
;; run: f(17) == 34680
;; run: f(31) == 118575
;; run: f(33) == 134640
;; run: f(-1) == 0
;; run: f(-2147483648) == 0
(module
  (memory (export "memory") 1)
  (func (export "f") (param $n i32) (result i32) (local $i i32) (local $s i32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (i32.store8 offset=512 (local.get $i) (i32.const 255))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (local.set $i (i32.const 0))
    (loop $again
      (local.set $s (i32.add (local.get $s) (i32.mul (local.get $i) (i32.load8_u offset=512 (local.get $i)))))
      (br_if $again (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 40))))
    (local.get $s))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     (local i32 i32 i32 v128)
;;     local.get 0
;;     i32.const 0
;;     i32.gt_s
;;     if ;; label = @1
;;       block ;; label = @2
;;         local.get 0
;;         i32.const -1
;;         i32.add
;;         local.tee 1
;;         i32.const 16
;;         i32.ge_u
;;         (@metadata.code.branch_hint "\01")
;;         if ;; label = @3
;;           local.get 1
;;           i64.extend_i32_u
;;           i64.const 513
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
;;               i32.const -16
;;               i32.and
;;               local.tee 3
;;               i32.const 80
;;               i32.ge_u
;;               if ;; label = @6
;;                 local.get 2
;;                 i32.const 65535
;;                 i32.le_u
;;                 if ;; label = @7
;;                   local.get 3
;;                   i32.const -16
;;                   i32.add
;;                   i32.const -64
;;                   i32.and
;;                   local.set 2
;;                   i32.const 0
;;                   local.set 1
;;                   loop ;; label = @8
;;                     local.get 1
;;                     v128.const i32x4 0xffffffff 0xffffffff 0xffffffff 0xffffffff
;;                     v128.store offset=512 align=1
;;                     local.get 1
;;                     v128.const i32x4 0xffffffff 0xffffffff 0xffffffff 0xffffffff
;;                     v128.store offset=528 align=1
;;                     local.get 1
;;                     v128.const i32x4 0xffffffff 0xffffffff 0xffffffff 0xffffffff
;;                     v128.store offset=544 align=1
;;                     local.get 1
;;                     v128.const i32x4 0xffffffff 0xffffffff 0xffffffff 0xffffffff
;;                     v128.store offset=560 align=1
;;                     local.get 1
;;                     i32.const -64
;;                     i32.sub
;;                     local.tee 1
;;                     local.get 2
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
;;               v128.const i32x4 0xffffffff 0xffffffff 0xffffffff 0xffffffff
;;               v128.store offset=512 align=1
;;               local.get 1
;;               i32.const 16
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
;;         i32.const 255
;;         i32.store8 offset=512
;;         local.get 1
;;         i32.const 1
;;         i32.add
;;         local.tee 1
;;         local.get 0
;;         i32.lt_s
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     i32.const 0
;;     v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
;;     local.set 4
;;     local.set 0
;;     loop ;; label = @1
;;       local.get 4
;;       local.get 0
;;       i16x8.splat
;;       local.tee 4
;;       v128.const i32x4 0x00010000 0x00030002 0x00050004 0x00070006
;;       i16x8.add
;;       local.get 0
;;       v128.load8x8_u offset=512 align=1
;;       i32x4.dot_i16x8_s
;;       local.get 4
;;       v128.const i32x4 0x00090008 0x000b000a 0x000d000c 0x000f000e
;;       i16x8.add
;;       local.get 0
;;       v128.load8x8_u offset=520 align=1
;;       i32x4.dot_i16x8_s
;;       i32x4.add
;;       i32x4.add
;;       local.set 4
;;       local.get 0
;;       i32.const 16
;;       i32.add
;;       local.tee 0
;;       i32.const 32
;;       i32.ne
;;       (@metadata.code.branch_hint "\01")
;;       br_if 0 (;@1;)
;;     end
;;     local.get 4
;;     local.get 4
;;     local.get 4
;;     i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7
;;     i32x4.add
;;     local.tee 4
;;     local.get 4
;;     local.get 4
;;     i8x16.shuffle 4 5 6 7 8 9 10 11 12 13 14 15 0 1 2 3
;;     i32x4.add
;;     i32x4.extract_lane 0
;;     local.set 1
;;     loop ;; label = @1
;;       local.get 1
;;       local.get 0
;;       local.get 0
;;       i32.load8_u offset=512
;;       i32.mul
;;       i32.add
;;       local.set 1
;;       local.get 0
;;       i32.const 1
;;       i32.add
;;       local.tee 0
;;       i32.const 40
;;       i32.ne
;;       br_if 0 (;@1;)
;;     end
;;     local.get 1
;;   )
;; )
