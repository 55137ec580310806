;; The counter is the value: signed and unsigned, as a float, times a constant.
;; test: optimize -O3
;; features: simd
;; run: f(21, 0) == -7000021.0
;; run: f(21, 80) == 13000039.0
;; run: f(5, 16) == -3000009.0
(module
  (memory (export "memory") 1)
  (func (export "f") (param $n i32) (param $at i32) (result f32) (local $i i32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (f32.store offset=512 (i32.shl (local.get $i) (i32.const 2)) (f32.convert_i32_s (i32.mul (i32.sub (local.get $i) (i32.const 7)) (i32.const 1000003))))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (f32.load offset=512 (local.get $at)))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result f32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32 i32) (result f32)
;;     (local i32 i32 i32 i32 i32)
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
;;               local.tee 5
;;               i32.const 20
;;               i32.ge_u
;;               if ;; label = @6
;;                 local.get 3
;;                 i32.const 65535
;;                 i32.le_u
;;                 if ;; label = @7
;;                   local.get 5
;;                   i32.const -4
;;                   i32.add
;;                   i32.const -16
;;                   i32.and
;;                   local.set 6
;;                   i32.const 0
;;                   i32.const -7000021
;;                   local.set 3
;;                   local.set 2
;;                   loop ;; label = @8
;;                     local.get 2
;;                     i32.const 2
;;                     i32.shl
;;                     local.tee 4
;;                     local.get 3
;;                     i32x4.splat
;;                     v128.const i32x4 0x00000000 0x000f4243 0x001e8486 0x002dc6c9
;;                     i32x4.add
;;                     f32x4.convert_i32x4_s
;;                     v128.store offset=512 align=4
;;                     local.get 4
;;                     local.get 3
;;                     i32.const 4000012
;;                     i32.add
;;                     i32x4.splat
;;                     v128.const i32x4 0x00000000 0x000f4243 0x001e8486 0x002dc6c9
;;                     i32x4.add
;;                     f32x4.convert_i32x4_s
;;                     v128.store offset=528 align=4
;;                     local.get 4
;;                     local.get 3
;;                     i32.const 8000024
;;                     i32.add
;;                     i32x4.splat
;;                     v128.const i32x4 0x00000000 0x000f4243 0x001e8486 0x002dc6c9
;;                     i32x4.add
;;                     f32x4.convert_i32x4_s
;;                     v128.store offset=544 align=4
;;                     local.get 4
;;                     local.get 3
;;                     i32.const 12000036
;;                     i32.add
;;                     i32x4.splat
;;                     v128.const i32x4 0x00000000 0x000f4243 0x001e8486 0x002dc6c9
;;                     i32x4.add
;;                     f32x4.convert_i32x4_s
;;                     v128.store offset=560 align=4
;;                     local.get 3
;;                     i32.const 16000048
;;                     i32.add
;;                     local.set 3
;;                     local.get 2
;;                     i32.const 16
;;                     i32.add
;;                     local.tee 2
;;                     local.get 6
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
;;               local.get 2
;;               i32.const 1000003
;;               i32.mul
;;               i32.const -7000021
;;               i32.add
;;               i32x4.splat
;;               v128.const i32x4 0x00000000 0x000f4243 0x001e8486 0x002dc6c9
;;               i32x4.add
;;               f32x4.convert_i32x4_s
;;               v128.store offset=512 align=4
;;               local.get 2
;;               i32.const 4
;;               i32.add
;;               local.tee 2
;;               local.get 5
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
;;         local.get 2
;;         i32.const -7
;;         i32.add
;;         i32.const 1000003
;;         i32.mul
;;         f32.convert_i32_s
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
;;     f32.load offset=512
;;   )
;; )
