;; The value of the iteration before is stored, and is a result after the loop.
;; test: optimize -O3
;; features: simd
;; run: f(20, 7) == -1818979180
;; run: f(1, 7) == 2052403211
;; run: f(0, 7) == 7
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\0b\30\55\7a\9f\c4\e9\0e\33\58\7d\a2\c7\ec\11\36\5b\80\a5\ca\ef\14\39\5e\83\a8\cd\f2\17\3c\61\86\ab\d0\f5\1a\3f\64\89\ae\d3\f8\1d\42\67\8c\b1\d6\fb\20\45\6a\8f\b4\d9\fe\23\48\6d\92\b7\dc\01\26")
  (func (export "f") (param $n i32) (param $p i32) (result i32) (local $i i32) (local $x i32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (local.set $x (i32.load offset=256 (i32.shl (local.get $i) (i32.const 2))))
        (i32.store offset=512 (i32.shl (local.get $i) (i32.const 2)) (i32.sub (local.get $x) (local.get $p)))
        (local.set $p (local.get $x))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (i32.add (local.get $p) (i32.load (i32.const 524))))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32 i32) (result i32)
;;     (local i32 i32 i32 v128 v128)
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
;;           local.tee 4
;;           i64.extend_i32_u
;;           i64.const 16
;;           i64.shl
;;           i64.le_u
;;           (@metadata.code.branch_hint "\01")
;;           if ;; label = @4
;;             local.get 1
;;             i32x4.splat
;;             local.set 5
;;             block ;; label = @5
;;               local.get 2
;;               i32.const -4
;;               i32.and
;;               local.tee 3
;;               i32.const 20
;;               i32.ge_u
;;               if ;; label = @6
;;                 local.get 4
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
;;                   local.set 2
;;                   loop ;; label = @8
;;                     local.get 2
;;                     i32.const 2
;;                     i32.shl
;;                     local.tee 1
;;                     local.get 1
;;                     v128.load offset=256 align=4
;;                     local.tee 6
;;                     local.get 5
;;                     local.get 6
;;                     i8x16.shuffle 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27
;;                     i32x4.sub
;;                     v128.store offset=512 align=4
;;                     local.get 1
;;                     local.get 1
;;                     v128.load offset=272 align=4
;;                     local.tee 5
;;                     local.get 6
;;                     local.get 5
;;                     i8x16.shuffle 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27
;;                     i32x4.sub
;;                     v128.store offset=528 align=4
;;                     local.get 1
;;                     local.get 1
;;                     v128.load offset=288 align=4
;;                     local.tee 6
;;                     local.get 5
;;                     local.get 6
;;                     i8x16.shuffle 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27
;;                     i32x4.sub
;;                     v128.store offset=544 align=4
;;                     local.get 1
;;                     local.get 1
;;                     v128.load offset=304 align=4
;;                     local.tee 5
;;                     local.get 6
;;                     local.get 5
;;                     i8x16.shuffle 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27
;;                     i32x4.sub
;;                     v128.store offset=560 align=4
;;                     local.get 2
;;                     i32.const 16
;;                     i32.add
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
;;               i32.const 2
;;               i32.shl
;;               local.tee 1
;;               local.get 1
;;               v128.load offset=256 align=4
;;               local.tee 6
;;               local.get 5
;;               local.get 6
;;               local.tee 5
;;               i8x16.shuffle 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27
;;               i32x4.sub
;;               v128.store offset=512 align=4
;;               local.get 2
;;               i32.const 4
;;               i32.add
;;               local.tee 2
;;               local.get 3
;;               i32.ne
;;               (@metadata.code.branch_hint "\01")
;;               br_if 0 (;@5;)
;;             end
;;             local.get 6
;;             i32x4.extract_lane 3
;;             local.set 3
;;             br 2 (;@2;)
;;           end
;;         end
;;         local.get 1
;;         i32.const 0
;;         local.set 2
;;         local.set 3
;;       end
;;       loop ;; label = @2
;;         local.get 2
;;         i32.const 2
;;         i32.shl
;;         local.tee 1
;;         local.get 1
;;         i32.load offset=256
;;         local.tee 1
;;         local.get 3
;;         i32.sub
;;         i32.store offset=512
;;         local.get 2
;;         i32.const 1
;;         i32.add
;;         local.tee 2
;;         local.get 0
;;         i32.lt_s
;;         local.get 1
;;         local.set 3
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     local.get 1
;;     i32.const 524
;;     i32.load
;;     i32.add
;;   )
;;   (data (;0;) (i32.const 256) "\0b0Uz\9f\c4\e9\0e3X}\a2\c7\ec\116[\80\a5\ca\ef\149^\83\a8\cd\f2\17<a\86\ab\d0\f5\1a?d\89\ae\d3\f8\1dBg\8c\b1\d6\fb Ej\8f\b4\d9\fe#Hm\92\b7\dc\01&")
;; )
