;; A loop downwards: the elements in reversed order.
;; test: optimize -O3
;; features: simd
;; run: f(20) == -1542095651
;; run: f(4) == 250201247
;; run: f(1) == 0
;; run: f(0) == 0
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\0b\30\55\7a\9f\c4\e9\0e\33\58\7d\a2\c7\ec\11\36\5b\80\a5\ca\ef\14\39\5e\83\a8\cd\f2\17\3c\61\86\ab\d0\f5\1a\3f\64\89\ae\d3\f8\1d\42\67\8c\b1\d6\fb\20\45\6a\8f\b4\d9\fe\23\48\6d\92\b7\dc\01\26")
  (func (export "f") (param $n i32) (result i32)
    (block $out (br_if $out (i32.eqz (local.get $n)))
      (loop $next
        (local.set $n (i32.sub (local.get $n) (i32.const 1)))
        (i32.store offset=512 (i32.shl (local.get $n) (i32.const 2)) (i32.mul (i32.load offset=256 (i32.shl (local.get $n) (i32.const 2))) (local.get $n)))
        (br_if $next (local.get $n))))
    (i32.add (i32.load (i32.const 516)) (i32.load (i32.const 552))))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     (local i32 i32 i32 i32 v128 i64)
;;     local.get 0
;;     if ;; label = @1
;;       local.get 0
;;       i32.const -1
;;       i32.add
;;       local.tee 1
;;       i32.const 8
;;       i32.ge_u
;;       (@metadata.code.branch_hint "\01")
;;       if ;; label = @2
;;         local.get 1
;;         i64.extend_i32_u
;;         i64.const 2
;;         i64.shl
;;         local.get 0
;;         i32.const 2
;;         i32.shl
;;         local.tee 2
;;         i32.const -4
;;         i32.add
;;         i64.extend_i32_u
;;         local.tee 6
;;         i64.le_u
;;         local.get 6
;;         i64.const 516
;;         i64.add
;;         memory.size
;;         i64.extend_i32_u
;;         i64.const 16
;;         i64.shl
;;         i64.le_u
;;         i32.and
;;         (@metadata.code.branch_hint "\01")
;;         if ;; label = @3
;;           local.get 0
;;           local.get 1
;;           i32.const -4
;;           i32.and
;;           local.tee 1
;;           i32.sub
;;           local.set 3
;;           local.get 1
;;           i32.const 1073741825
;;           i32.mul
;;           local.tee 1
;;           i32.const 20
;;           i32.ge_u
;;           if ;; label = @4
;;             local.get 0
;;             local.get 1
;;             i32.const -4
;;             i32.add
;;             i32.const -16
;;             i32.and
;;             i32.sub
;;             local.set 4
;;             local.get 2
;;             i32.const -16
;;             i32.add
;;             local.set 1
;;             loop ;; label = @5
;;               local.get 1
;;               local.get 1
;;               v128.load offset=256 align=4
;;               local.tee 5
;;               local.get 5
;;               i8x16.shuffle 12 13 14 15 8 9 10 11 4 5 6 7 0 1 2 3
;;               local.get 0
;;               i32.const -1
;;               i32.add
;;               i32x4.splat
;;               v128.const i32x4 0x00000000 0xffffffff 0xfffffffe 0xfffffffd
;;               i32x4.add
;;               i32x4.mul
;;               local.tee 5
;;               local.get 5
;;               i8x16.shuffle 12 13 14 15 8 9 10 11 4 5 6 7 0 1 2 3
;;               v128.store offset=512 align=4
;;               local.get 1
;;               i32.const -16
;;               i32.add
;;               local.tee 2
;;               local.get 2
;;               v128.load offset=256 align=4
;;               local.tee 5
;;               local.get 5
;;               i8x16.shuffle 12 13 14 15 8 9 10 11 4 5 6 7 0 1 2 3
;;               local.get 0
;;               i32.const -5
;;               i32.add
;;               i32x4.splat
;;               v128.const i32x4 0x00000000 0xffffffff 0xfffffffe 0xfffffffd
;;               i32x4.add
;;               i32x4.mul
;;               local.tee 5
;;               local.get 5
;;               i8x16.shuffle 12 13 14 15 8 9 10 11 4 5 6 7 0 1 2 3
;;               v128.store offset=512 align=4
;;               local.get 1
;;               i32.const -32
;;               i32.add
;;               local.tee 2
;;               local.get 2
;;               v128.load offset=256 align=4
;;               local.tee 5
;;               local.get 5
;;               i8x16.shuffle 12 13 14 15 8 9 10 11 4 5 6 7 0 1 2 3
;;               local.get 0
;;               i32.const -9
;;               i32.add
;;               i32x4.splat
;;               v128.const i32x4 0x00000000 0xffffffff 0xfffffffe 0xfffffffd
;;               i32x4.add
;;               i32x4.mul
;;               local.tee 5
;;               local.get 5
;;               i8x16.shuffle 12 13 14 15 8 9 10 11 4 5 6 7 0 1 2 3
;;               v128.store offset=512 align=4
;;               local.get 1
;;               i32.const -48
;;               i32.add
;;               local.tee 2
;;               local.get 2
;;               v128.load offset=256 align=4
;;               local.tee 5
;;               local.get 5
;;               i8x16.shuffle 12 13 14 15 8 9 10 11 4 5 6 7 0 1 2 3
;;               local.get 0
;;               i32.const -13
;;               i32.add
;;               i32x4.splat
;;               v128.const i32x4 0x00000000 0xffffffff 0xfffffffe 0xfffffffd
;;               i32x4.add
;;               i32x4.mul
;;               local.tee 5
;;               local.get 5
;;               i8x16.shuffle 12 13 14 15 8 9 10 11 4 5 6 7 0 1 2 3
;;               v128.store offset=512 align=4
;;               local.get 1
;;               i32.const -64
;;               i32.add
;;               local.set 1
;;               local.get 0
;;               i32.const -16
;;               i32.add
;;               local.tee 0
;;               local.get 4
;;               i32.ne
;;               br_if 0 (;@5;)
;;             end
;;           end
;;           loop ;; label = @4
;;             local.get 0
;;             i32.const 2
;;             i32.shl
;;             i32.const -16
;;             i32.add
;;             local.tee 1
;;             local.get 1
;;             v128.load offset=256 align=4
;;             local.tee 5
;;             local.get 5
;;             i8x16.shuffle 12 13 14 15 8 9 10 11 4 5 6 7 0 1 2 3
;;             local.get 0
;;             i32.const -1
;;             i32.add
;;             i32x4.splat
;;             v128.const i32x4 0x00000000 0xffffffff 0xfffffffe 0xfffffffd
;;             i32x4.add
;;             i32x4.mul
;;             local.tee 5
;;             local.get 5
;;             i8x16.shuffle 12 13 14 15 8 9 10 11 4 5 6 7 0 1 2 3
;;             v128.store offset=512 align=4
;;             local.get 0
;;             i32.const -4
;;             i32.add
;;             local.tee 0
;;             local.get 3
;;             i32.ne
;;             (@metadata.code.branch_hint "\01")
;;             br_if 0 (;@4;)
;;           end
;;         end
;;       end
;;       loop ;; label = @2
;;         local.get 0
;;         i32.const -1
;;         i32.add
;;         local.tee 0
;;         i32.const 2
;;         i32.shl
;;         local.tee 1
;;         local.get 1
;;         i32.load offset=256
;;         local.get 0
;;         i32.mul
;;         i32.store offset=512
;;         local.get 0
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     i32.const 516
;;     i32.load
;;     i32.const 552
;;     i32.load
;;     i32.add
;;   )
;;   (data (;0;) (i32.const 256) "\0b0Uz\9f\c4\e9\0e3X}\a2\c7\ec\116[\80\a5\ca\ef\149^\83\a8\cd\f2\17<a\86\ab\d0\f5\1a?d\89\ae\d3\f8\1dBg\8c\b1\d6\fb Ej\8f\b4\d9\fe#Hm\92\b7\dc\01&")
;; )
