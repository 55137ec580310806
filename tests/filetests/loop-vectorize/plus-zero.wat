;; The sum of a float and 0 is no copy: -0 becomes 0.
;; test: optimize -O3
;; features: simd
;; run: f(8, 0) == 0
;; run: f(8, 4) == 0
;; run: f(8, 16) == 1065353216
;; run: f(3, 8) == 0
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\00\00\00\80\00\00\00\00\00\00\00\80\00\00\00\00\00\00\80\3f\00\00\80\7f\34\12\c0\7f\00\00\00\40\00\00\00\00\00\00\00\80\00\00\00\80\00\00\00\00\34\12\c0\7f\00\00\80\3f\00\00\80\3f\00\00\00\c0")
  (func (export "f") (param $n i32) (param $at i32) (result i32) (local $i i32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (f32.store offset=512 (i32.shl (local.get $i) (i32.const 2)) (f32.add (f32.load offset=256 (i32.shl (local.get $i) (i32.const 2))) (f32.const 0)))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (i32.load offset=512 (local.get $at)))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32 i32) (result i32)
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
;;                     v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
;;                     f32x4.add
;;                     v128.store offset=512 align=4
;;                     local.get 3
;;                     local.get 3
;;                     v128.load offset=272 align=4
;;                     v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
;;                     f32x4.add
;;                     v128.store offset=528 align=4
;;                     local.get 3
;;                     local.get 3
;;                     v128.load offset=288 align=4
;;                     v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
;;                     f32x4.add
;;                     v128.store offset=544 align=4
;;                     local.get 3
;;                     local.get 3
;;                     v128.load offset=304 align=4
;;                     v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
;;                     f32x4.add
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
;;               v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
;;               f32x4.add
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
;;             br 2 (;@2;)
;;           end
;;         end
;;         i32.const 0
;;         local.set 2
;;       end
;;       loop ;; label = @2
;;         local.get 2
;;         i32.const 2
;;         i32.shl
;;         local.tee 3
;;         local.get 3
;;         f32.load offset=256
;;         f32.const 0x0p+0 (;=0;)
;;         f32.add
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
;;     i32.load offset=512
;;   )
;;   (data (;0;) (i32.const 259) "\80\00\00\00\00\00\00\00\80\00\00\00\00\00\00\80?\00\00\80\7f4\12\c0\7f\00\00\00@\00\00\00\00\00\00\00\80\00\00\00\80\00\00\00\004\12\c0\7f\00\00\80?\00\00\80?\00\00\00\c0")
;; )
