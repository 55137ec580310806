;; Two bases that overlap by any number of bytes, forwards and backwards, or are equal.
;; test: optimize -O3
;; features: simd
;; run: add(256, 257, 40) == -893458207
;; run: add(256, 258, 40) == -1156421593
;; run: add(256, 259, 40) == 496317540
;; run: add(256, 271, 40) == -227727528
;; run: add(256, 272, 40) == 517495414
;; run: add(257, 256, 40) == 595209744
;; run: add(272, 256, 40) == -1758978011
;; run: add(256, 256, 40) == 1175974005
;; run: add(256, 296, 40) == 491384495
;; run: add(256, 295, 40) == 1114426322
;; run: add(400, 256, 40) == 259212046
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\0b\30\55\7a\9f\c4\e9\0e\33\58\7d\a2\c7\ec\11\36\5b\80\a5\ca\ef\14\39\5e\83\a8\cd\f2\17\3c\61\86\ab\d0\f5\1a\3f\64\89\ae\d3\f8\1d\42\67\8c\b1\d6\fb\20\45\6a\8f\b4\d9\fe\23\48\6d\92\b7\dc\01\26")
  (func (export "add") (param $a i32) (param $b i32) (param $n i32) (result i32) (local $i i32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (i32.store8 (i32.add (local.get $b) (local.get $i)) (i32.add (i32.load8_u (i32.add (local.get $a) (local.get $i))) (i32.load8_u (i32.add (local.get $b) (local.get $i)))))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (i32.add (i32.xor (i32.load offset=264 (i32.const 0)) (i32.load offset=288 (i32.const 0)))
      (i32.xor (i32.load offset=300 (i32.const 0)) (i32.load offset=270 (i32.const 0)))))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32 i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "add" (func 0))
;;   (func (;0;) (type 0) (param i32 i32 i32) (result i32)
;;     (local i32 i32 i32 i32 i32 i64 i64 i64 i64 i64)
;;     local.get 2
;;     i32.const 0
;;     i32.gt_s
;;     if ;; label = @1
;;       block ;; label = @2
;;         local.get 2
;;         i32.const -1
;;         i32.add
;;         local.tee 3
;;         i32.const 16
;;         i32.ge_u
;;         (@metadata.code.branch_hint "\01")
;;         if ;; label = @3
;;           local.get 0
;;           i64.extend_i32_u
;;           local.tee 9
;;           local.get 3
;;           i64.extend_i32_u
;;           local.tee 8
;;           i64.add
;;           i64.const 1
;;           i64.add
;;           local.tee 10
;;           memory.size
;;           local.tee 4
;;           i64.extend_i32_u
;;           i64.const 16
;;           i64.shl
;;           local.tee 11
;;           i64.le_u
;;           local.get 1
;;           i64.extend_i32_u
;;           local.tee 12
;;           local.get 8
;;           i64.add
;;           i64.const 1
;;           i64.add
;;           local.tee 8
;;           local.get 11
;;           i64.le_u
;;           i32.and
;;           local.get 8
;;           local.get 9
;;           i64.le_u
;;           local.get 10
;;           local.get 12
;;           i64.le_u
;;           i32.or
;;           i32.and
;;           (@metadata.code.branch_hint "\01")
;;           if ;; label = @4
;;             block ;; label = @5
;;               local.get 3
;;               i32.const -16
;;               i32.and
;;               local.tee 6
;;               i32.const 80
;;               i32.ge_u
;;               if ;; label = @6
;;                 local.get 4
;;                 i32.const 65535
;;                 i32.le_u
;;                 if ;; label = @7
;;                   local.get 6
;;                   i32.const -16
;;                   i32.add
;;                   i32.const -64
;;                   i32.and
;;                   local.set 7
;;                   i32.const 0
;;                   local.set 3
;;                   loop ;; label = @8
;;                     local.get 1
;;                     local.get 3
;;                     i32.add
;;                     local.tee 4
;;                     local.get 0
;;                     local.get 3
;;                     i32.add
;;                     local.tee 5
;;                     v128.load align=1
;;                     local.get 4
;;                     v128.load align=1
;;                     i8x16.add
;;                     v128.store align=1
;;                     local.get 4
;;                     local.get 5
;;                     v128.load offset=16 align=1
;;                     local.get 4
;;                     v128.load offset=16 align=1
;;                     i8x16.add
;;                     v128.store offset=16 align=1
;;                     local.get 4
;;                     local.get 5
;;                     v128.load offset=32 align=1
;;                     local.get 4
;;                     v128.load offset=32 align=1
;;                     i8x16.add
;;                     v128.store offset=32 align=1
;;                     local.get 4
;;                     local.get 5
;;                     v128.load offset=48 align=1
;;                     local.get 4
;;                     v128.load offset=48 align=1
;;                     i8x16.add
;;                     v128.store offset=48 align=1
;;                     local.get 3
;;                     i32.const -64
;;                     i32.sub
;;                     local.tee 3
;;                     local.get 7
;;                     i32.ne
;;                     br_if 0 (;@8;)
;;                   end
;;                   br 2 (;@5;)
;;                 end
;;               end
;;               i32.const 0
;;               local.set 3
;;             end
;;             loop ;; label = @5
;;               local.get 1
;;               local.get 3
;;               i32.add
;;               local.tee 4
;;               local.get 0
;;               local.get 3
;;               i32.add
;;               v128.load align=1
;;               local.get 4
;;               v128.load align=1
;;               i8x16.add
;;               v128.store align=1
;;               local.get 3
;;               i32.const 16
;;               i32.add
;;               local.tee 3
;;               local.get 6
;;               i32.ne
;;               (@metadata.code.branch_hint "\01")
;;               br_if 0 (;@5;)
;;             end
;;             br 2 (;@2;)
;;           end
;;         end
;;         i32.const 0
;;         local.set 3
;;       end
;;       local.get 2
;;       local.get 3
;;       i32.sub
;;       local.tee 4
;;       i32.const 5
;;       i32.ge_u
;;       if ;; label = @2
;;         local.get 3
;;         i32.const -2147483647
;;         i32.add
;;         local.get 2
;;         i32.const -2147483648
;;         i32.add
;;         i32.le_u
;;         if ;; label = @3
;;           memory.size
;;           i32.const 65535
;;           i32.le_u
;;           if ;; label = @4
;;             local.get 3
;;             local.get 4
;;             i32.const -1
;;             i32.add
;;             i32.const -4
;;             i32.and
;;             i32.add
;;             local.set 6
;;             loop ;; label = @5
;;               local.get 1
;;               local.get 3
;;               i32.add
;;               local.tee 4
;;               local.get 0
;;               local.get 3
;;               i32.add
;;               local.tee 5
;;               i32.load8_u
;;               local.get 4
;;               i32.load8_u
;;               i32.add
;;               i32.store8
;;               local.get 4
;;               local.get 5
;;               i32.load8_u offset=1
;;               local.get 4
;;               i32.load8_u offset=1
;;               i32.add
;;               i32.store8 offset=1
;;               local.get 4
;;               local.get 5
;;               i32.load8_u offset=2
;;               local.get 4
;;               i32.load8_u offset=2
;;               i32.add
;;               i32.store8 offset=2
;;               local.get 4
;;               local.get 5
;;               i32.load8_u offset=3
;;               local.get 4
;;               i32.load8_u offset=3
;;               i32.add
;;               i32.store8 offset=3
;;               local.get 3
;;               i32.const 4
;;               i32.add
;;               local.tee 3
;;               local.get 6
;;               i32.ne
;;               br_if 0 (;@5;)
;;             end
;;           end
;;         end
;;       end
;;       loop ;; label = @2
;;         local.get 1
;;         local.get 3
;;         i32.add
;;         local.tee 4
;;         local.get 0
;;         local.get 3
;;         i32.add
;;         i32.load8_u
;;         local.get 4
;;         i32.load8_u
;;         i32.add
;;         i32.store8
;;         local.get 3
;;         i32.const 1
;;         i32.add
;;         local.tee 3
;;         local.get 2
;;         i32.lt_s
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     i32.const 0
;;     i32.load offset=264
;;     i32.const 0
;;     i32.load offset=288
;;     i32.xor
;;     i32.const 0
;;     i32.load offset=300
;;     i32.const 0
;;     i32.load offset=270
;;     i32.xor
;;     i32.add
;;   )
;;   (data (;0;) (i32.const 256) "\0b0Uz\9f\c4\e9\0e3X}\a2\c7\ec\116[\80\a5\ca\ef\149^\83\a8\cd\f2\17<a\86\ab\d0\f5\1a?d\89\ae\d3\f8\1dBg\8c\b1\d6\fb Ej\8f\b4\d9\fe#Hm\92\b7\dc\01&")
;; )
