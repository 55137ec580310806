;; A count of bytes in 32 bits is more than a byte, or 16 bits, can hold.
;; test: optimize -O3
;; features: simd
;; run: f(60000) == 59997
;; run: f(300) == 297
(module
  (memory (export "memory") 1)
  (data (i32.const 2100) "\01\02\03")
  (func (export "f") (param $n i32) (result i32) (local $i i32) (local $s i32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (local.set $s (i32.add (local.get $s) (i32.eqz (i32.load8_u offset=2048 (local.get $i)))))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (local.get $s))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     (local i32 i32 v128 v128)
;;     local.get 0
;;     i32.const 0
;;     i32.le_s
;;     if (result i32) ;; label = @1
;;       i32.const 0
;;     else
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
;;           i64.const 2049
;;           i64.add
;;           memory.size
;;           i64.extend_i32_u
;;           i64.const 16
;;           i64.shl
;;           i64.le_u
;;           (@metadata.code.branch_hint "\01")
;;           if ;; label = @4
;;             local.get 1
;;             i32.const -16
;;             i32.and
;;             local.set 2
;;             i32.const 0
;;             v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
;;             local.set 3
;;             local.set 1
;;             loop ;; label = @5
;;               local.get 3
;;               local.get 1
;;               v128.load offset=2048 align=1
;;               local.tee 3
;;               i16x8.extend_low_i8x16_u
;;               local.tee 4
;;               i32x4.extend_low_i16x8_u
;;               v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
;;               i32x4.eq
;;               local.get 4
;;               i32x4.extend_high_i16x8_u
;;               v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
;;               i32x4.eq
;;               i32x4.add
;;               local.get 3
;;               i16x8.extend_high_i8x16_u
;;               local.tee 3
;;               i32x4.extend_low_i16x8_u
;;               v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
;;               i32x4.eq
;;               local.get 3
;;               i32x4.extend_high_i16x8_u
;;               v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
;;               i32x4.eq
;;               i32x4.add
;;               i32x4.add
;;               i32x4.sub
;;               local.set 3
;;               local.get 1
;;               i32.const 16
;;               i32.add
;;               local.tee 1
;;               local.get 2
;;               i32.ne
;;               (@metadata.code.branch_hint "\01")
;;               br_if 0 (;@5;)
;;             end
;;             local.get 3
;;             local.get 3
;;             local.get 3
;;             i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7
;;             i32x4.add
;;             local.tee 3
;;             local.get 3
;;             local.get 3
;;             i8x16.shuffle 4 5 6 7 8 9 10 11 12 13 14 15 0 1 2 3
;;             i32x4.add
;;             i32x4.extract_lane 0
;;             local.set 2
;;             br 2 (;@2;)
;;           end
;;         end
;;         i32.const 0
;;         local.set 1
;;       end
;;       loop ;; label = @2
;;         local.get 2
;;         local.get 1
;;         i32.load8_u offset=2048
;;         i32.eqz
;;         i32.add
;;         local.set 2
;;         local.get 1
;;         i32.const 1
;;         i32.add
;;         local.tee 1
;;         local.get 0
;;         i32.lt_s
;;         br_if 0 (;@2;)
;;       end
;;       local.get 2
;;     end
;;   )
;;   (data (;0;) (i32.const 2100) "\01\02\03")
;; )
