;; Sums of bytes and of 16-bit numbers that are kept in their bounds.
;; test: optimize -O3
;; features: simd
;; run: bytes(40, 0) == 1690959615
;; run: bytes(40, 16) == -469762176
;; run: words(20, 0) == -2147319809
;; run: words(20, 20) == 456622080
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\ff\7f\01\00\80\7f\c8\64\00\80\ff\7f\ff\7f\01\00\80\7f\c8\64\00\80\ff\7f\ff\7f\01\00\80\7f\c8\64\00\80\ff\7f\ff\7f\01\00\80\7f\c8\64\00\80\ff\7f\ff\7f\01\00\80\7f\c8\64\00\80\ff\7f\ff\7f\01\00\80\7f\c8\64\00\80\ff\7f\ff\7f\01\00\80\7f\c8\64\00\80\ff\7f\ff\7f\01\00\80\7f\c8\64\00\80\ff\7f")
  (func (export "bytes") (param $n i32) (param $at i32) (result i32) (local $i i32) (local $x i32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (local.set $x (i32.add (i32.load8_u offset=256 (local.get $i)) (i32.load8_u offset=260 (local.get $i))))
        (i32.store8 offset=512 (local.get $i) (select (local.get $x) (i32.const 255) (i32.lt_s (local.get $x) (i32.const 255))))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (i32.load offset=512 (local.get $at)))
  (func (export "words") (param $n i32) (param $at i32) (result i32) (local $i i32) (local $x i32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (local.set $x (i32.sub (i32.load16_s offset=256 (i32.shl (local.get $i) (i32.const 1))) (i32.load16_s offset=264 (i32.shl (local.get $i) (i32.const 1)))))
        (local.set $x (select (local.get $x) (i32.const -32768) (i32.gt_s (local.get $x) (i32.const -32768))))
        (i32.store16 offset=512 (i32.shl (local.get $i) (i32.const 1)) (select (local.get $x) (i32.const 32767) (i32.lt_s (local.get $x) (i32.const 32767))))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (i32.load offset=512 (local.get $at)))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "bytes" (func 0))
;;   (export "words" (func 1))
;;   (func (;0;) (type 0) (param i32 i32) (result i32)
;;     (local i32 i32 i32)
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
;;           local.tee 4
;;           i64.extend_i32_u
;;           i64.const 16
;;           i64.shl
;;           i64.le_u
;;           (@metadata.code.branch_hint "\01")
;;           if ;; label = @4
;;             block ;; label = @5
;;               local.get 2
;;               i32.const -16
;;               i32.and
;;               local.tee 3
;;               i32.const 80
;;               i32.ge_u
;;               if ;; label = @6
;;                 local.get 4
;;                 i32.const 65535
;;                 i32.le_u
;;                 if ;; label = @7
;;                   local.get 3
;;                   i32.const -16
;;                   i32.add
;;                   i32.const -64
;;                   i32.and
;;                   local.set 4
;;                   i32.const 0
;;                   local.set 2
;;                   loop ;; label = @8
;;                     local.get 2
;;                     local.get 2
;;                     v128.load offset=256 align=1
;;                     local.get 2
;;                     v128.load offset=260 align=1
;;                     i8x16.add_sat_u
;;                     v128.store offset=512 align=1
;;                     local.get 2
;;                     local.get 2
;;                     v128.load offset=272 align=1
;;                     local.get 2
;;                     v128.load offset=276 align=1
;;                     i8x16.add_sat_u
;;                     v128.store offset=528 align=1
;;                     local.get 2
;;                     local.get 2
;;                     v128.load offset=288 align=1
;;                     local.get 2
;;                     v128.load offset=292 align=1
;;                     i8x16.add_sat_u
;;                     v128.store offset=544 align=1
;;                     local.get 2
;;                     local.get 2
;;                     v128.load offset=304 align=1
;;                     local.get 2
;;                     v128.load offset=308 align=1
;;                     i8x16.add_sat_u
;;                     v128.store offset=560 align=1
;;                     local.get 2
;;                     i32.const -64
;;                     i32.sub
;;                     local.tee 2
;;                     local.get 4
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
;;               local.get 2
;;               v128.load offset=256 align=1
;;               local.get 2
;;               v128.load offset=260 align=1
;;               i8x16.add_sat_u
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
;;             br 2 (;@2;)
;;           end
;;         end
;;         i32.const 0
;;         local.set 2
;;       end
;;       loop ;; label = @2
;;         local.get 2
;;         local.get 2
;;         i32.load8_u offset=256
;;         local.get 2
;;         i32.load8_u offset=260
;;         i32.add
;;         local.tee 3
;;         i32.const 255
;;         local.get 3
;;         i32.const 255
;;         i32.lt_s
;;         select
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
;;         i32.const 8
;;         i32.ge_u
;;         (@metadata.code.branch_hint "\01")
;;         if ;; label = @3
;;           local.get 2
;;           i64.extend_i32_u
;;           i64.const 1
;;           i64.shl
;;           i64.const 514
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
;;               i32.const -8
;;               i32.and
;;               local.tee 4
;;               i32.const 40
;;               i32.ge_u
;;               if ;; label = @6
;;                 local.get 3
;;                 i32.const 65535
;;                 i32.le_u
;;                 if ;; label = @7
;;                   local.get 4
;;                   i32.const -8
;;                   i32.add
;;                   i32.const -32
;;                   i32.and
;;                   local.set 5
;;                   i32.const 0
;;                   local.set 2
;;                   loop ;; label = @8
;;                     local.get 2
;;                     i32.const 1
;;                     i32.shl
;;                     local.tee 3
;;                     local.get 3
;;                     v128.load offset=256 align=2
;;                     local.get 3
;;                     v128.load offset=264 align=2
;;                     i16x8.sub_sat_s
;;                     v128.store offset=512 align=2
;;                     local.get 3
;;                     local.get 3
;;                     v128.load offset=272 align=2
;;                     local.get 3
;;                     v128.load offset=280 align=2
;;                     i16x8.sub_sat_s
;;                     v128.store offset=528 align=2
;;                     local.get 3
;;                     local.get 3
;;                     v128.load offset=288 align=2
;;                     local.get 3
;;                     v128.load offset=296 align=2
;;                     i16x8.sub_sat_s
;;                     v128.store offset=544 align=2
;;                     local.get 3
;;                     local.get 3
;;                     v128.load offset=304 align=2
;;                     local.get 3
;;                     v128.load offset=312 align=2
;;                     i16x8.sub_sat_s
;;                     v128.store offset=560 align=2
;;                     local.get 2
;;                     i32.const 32
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
;;               i32.const 1
;;               i32.shl
;;               local.tee 3
;;               local.get 3
;;               v128.load offset=256 align=2
;;               local.get 3
;;               v128.load offset=264 align=2
;;               i16x8.sub_sat_s
;;               v128.store offset=512 align=2
;;               local.get 2
;;               i32.const 8
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
;;         i32.const 1
;;         i32.shl
;;         local.tee 3
;;         local.get 3
;;         i32.load16_s offset=256
;;         local.get 3
;;         i32.load16_s offset=264
;;         i32.sub
;;         local.tee 3
;;         i32.const -32768
;;         local.get 3
;;         i32.const -32768
;;         i32.gt_s
;;         select
;;         local.tee 3
;;         i32.const 32767
;;         local.get 3
;;         i32.const 32767
;;         i32.lt_s
;;         select
;;         i32.store16 offset=512
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
;;   (data (;0;) (i32.const 256) "\ff\7f\01\00\80\7f\c8d\00\80\ff\7f\ff\7f\01\00\80\7f\c8d\00\80\ff\7f\ff\7f\01\00\80\7f\c8d\00\80\ff\7f\ff\7f\01\00\80\7f\c8d\00\80\ff\7f\ff\7f\01\00\80\7f\c8d\00\80\ff\7f\ff\7f\01\00\80\7f\c8d\00\80\ff\7f\ff\7f\01\00\80\7f\c8d\00\80\ff\7f\ff\7f\01\00\80\7f\c8d\00\80\ff\7f")
;; )
