;; A memory of 64 bits: the same, with its own test of bounds.
;; test: optimize -O3
;; features: simd
;; run: f(256, 512, 21) == -1366727614
;; run: f(256, 65456, 20) == -1366727614
;; run: f(256, 65456, 21) == trap
;; run: f(-8, 512, 3) == trap
;; run: f(4294967296, 512, 1) == trap
(module
  (memory (export "memory") i64 1)
  (data (i64.const 256) "\0b\30\55\7a\9f\c4\e9\0e\33\58\7d\a2\c7\ec\11\36\5b\80\a5\ca\ef\14\39\5e\83\a8\cd\f2\17\3c\61\86\ab\d0\f5\1a\3f\64\89\ae\d3\f8\1d\42\67\8c\b1\d6\fb\20\45\6a\8f\b4\d9\fe\23\48\6d\92\b7\dc\01\26")
  (func (export "f") (param $a i64) (param $b i64) (param $n i64) (result i32) (local $i i64)
    (block $out (br_if $out (i64.eqz (local.get $n)))
      (loop $next
        (i32.store (i64.add (local.get $b) (i64.shl (local.get $i) (i64.const 2)))
          (i32.add (i32.load (i64.add (local.get $a) (i64.shl (local.get $i) (i64.const 2)))) (i32.const 3)))
        (br_if $next (i64.lt_u (local.tee $i (i64.add (local.get $i) (i64.const 1))) (local.get $n)))))
    (i32.load (i64.add (local.get $b) (i64.const 36))))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i64 i64 i64) (result i32)))
;;   (memory (;0;) i64 1)
;;   (export "memory" (memory 0))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i64 i64 i64) (result i32)
;;     (local i64 i64 i64 i64)
;;     block ;; label = @1
;;       local.get 2
;;       i64.eqz
;;       br_if 0 (;@1;)
;;       block ;; label = @2
;;         local.get 2
;;         i64.const -1
;;         i64.add
;;         local.tee 5
;;         i64.const 8
;;         i64.ge_u
;;         (@metadata.code.branch_hint "\01")
;;         if ;; label = @3
;;           local.get 5
;;           i64.const 4294967295
;;           i64.le_u
;;           local.get 0
;;           memory.size
;;           i64.const 16
;;           i64.shl
;;           local.tee 3
;;           i64.le_u
;;           i32.and
;;           local.get 0
;;           local.get 5
;;           i64.const 2
;;           i64.shl
;;           local.tee 4
;;           i64.add
;;           i64.const 4
;;           i64.add
;;           local.tee 6
;;           local.get 3
;;           i64.le_u
;;           i32.and
;;           local.get 1
;;           local.get 3
;;           i64.le_u
;;           i32.and
;;           local.get 1
;;           local.get 4
;;           i64.add
;;           i64.const 4
;;           i64.add
;;           local.tee 4
;;           local.get 3
;;           i64.le_u
;;           i32.and
;;           local.get 4
;;           local.get 0
;;           i64.le_u
;;           local.get 6
;;           local.get 1
;;           i64.le_u
;;           i32.or
;;           i32.and
;;           (@metadata.code.branch_hint "\01")
;;           if ;; label = @4
;;             i64.const 0
;;             local.set 3
;;             local.get 5
;;             i64.const -4
;;             i64.and
;;             local.tee 5
;;             i64.const 20
;;             i64.ge_u
;;             if ;; label = @5
;;               local.get 5
;;               i64.const -4
;;               i64.add
;;               i64.const -16
;;               i64.and
;;               local.set 4
;;               loop ;; label = @6
;;                 local.get 1
;;                 local.get 3
;;                 i64.const 2
;;                 i64.shl
;;                 local.tee 6
;;                 i64.add
;;                 local.get 0
;;                 local.get 6
;;                 i64.add
;;                 v128.load align=4
;;                 v128.const i32x4 0x00000003 0x00000003 0x00000003 0x00000003
;;                 i32x4.add
;;                 v128.store align=4
;;                 local.get 1
;;                 local.get 3
;;                 i64.const 4
;;                 i64.add
;;                 i64.const 2
;;                 i64.shl
;;                 local.tee 6
;;                 i64.add
;;                 local.get 0
;;                 local.get 6
;;                 i64.add
;;                 v128.load align=4
;;                 v128.const i32x4 0x00000003 0x00000003 0x00000003 0x00000003
;;                 i32x4.add
;;                 v128.store align=4
;;                 local.get 1
;;                 local.get 3
;;                 i64.const 8
;;                 i64.add
;;                 i64.const 2
;;                 i64.shl
;;                 local.tee 6
;;                 i64.add
;;                 local.get 0
;;                 local.get 6
;;                 i64.add
;;                 v128.load align=4
;;                 v128.const i32x4 0x00000003 0x00000003 0x00000003 0x00000003
;;                 i32x4.add
;;                 v128.store align=4
;;                 local.get 1
;;                 local.get 3
;;                 i64.const 12
;;                 i64.add
;;                 i64.const 2
;;                 i64.shl
;;                 local.tee 6
;;                 i64.add
;;                 local.get 0
;;                 local.get 6
;;                 i64.add
;;                 v128.load align=4
;;                 v128.const i32x4 0x00000003 0x00000003 0x00000003 0x00000003
;;                 i32x4.add
;;                 v128.store align=4
;;                 local.get 3
;;                 i64.const 16
;;                 i64.add
;;                 local.tee 3
;;                 local.get 4
;;                 i64.ne
;;                 br_if 0 (;@6;)
;;               end
;;             end
;;             loop ;; label = @5
;;               local.get 1
;;               local.get 3
;;               i64.const 2
;;               i64.shl
;;               local.tee 4
;;               i64.add
;;               local.get 0
;;               local.get 4
;;               i64.add
;;               v128.load align=4
;;               v128.const i32x4 0x00000003 0x00000003 0x00000003 0x00000003
;;               i32x4.add
;;               v128.store align=4
;;               local.get 3
;;               i64.const 4
;;               i64.add
;;               local.tee 3
;;               local.get 5
;;               i64.ne
;;               (@metadata.code.branch_hint "\01")
;;               br_if 0 (;@5;)
;;             end
;;             br 2 (;@2;)
;;           end
;;         end
;;         i64.const 0
;;         local.set 3
;;       end
;;       local.get 2
;;       local.get 3
;;       i64.sub
;;       local.tee 5
;;       i64.const 5
;;       i64.ge_u
;;       if ;; label = @2
;;         local.get 3
;;         i64.const 1
;;         i64.add
;;         local.get 2
;;         i64.le_u
;;         if ;; label = @3
;;           local.get 3
;;           local.get 5
;;           i64.const -1
;;           i64.add
;;           i64.const -4
;;           i64.and
;;           i64.add
;;           local.set 5
;;           loop ;; label = @4
;;             local.get 1
;;             local.get 3
;;             i64.const 2
;;             i64.shl
;;             local.tee 4
;;             i64.add
;;             local.get 0
;;             local.get 4
;;             i64.add
;;             i32.load
;;             i32.const 3
;;             i32.add
;;             i32.store
;;             local.get 1
;;             local.get 3
;;             i64.const 1
;;             i64.add
;;             i64.const 2
;;             i64.shl
;;             local.tee 4
;;             i64.add
;;             local.get 0
;;             local.get 4
;;             i64.add
;;             i32.load
;;             i32.const 3
;;             i32.add
;;             i32.store
;;             local.get 1
;;             local.get 3
;;             i64.const 2
;;             i64.add
;;             i64.const 2
;;             i64.shl
;;             local.tee 4
;;             i64.add
;;             local.get 0
;;             local.get 4
;;             i64.add
;;             i32.load
;;             i32.const 3
;;             i32.add
;;             i32.store
;;             local.get 1
;;             local.get 3
;;             i64.const 3
;;             i64.add
;;             i64.const 2
;;             i64.shl
;;             local.tee 4
;;             i64.add
;;             local.get 0
;;             local.get 4
;;             i64.add
;;             i32.load
;;             i32.const 3
;;             i32.add
;;             i32.store
;;             local.get 3
;;             i64.const 4
;;             i64.add
;;             local.tee 3
;;             local.get 5
;;             i64.ne
;;             br_if 0 (;@4;)
;;           end
;;         end
;;       end
;;       loop ;; label = @2
;;         local.get 1
;;         local.get 3
;;         i64.const 2
;;         i64.shl
;;         local.tee 5
;;         i64.add
;;         local.get 0
;;         local.get 5
;;         i64.add
;;         i32.load
;;         i32.const 3
;;         i32.add
;;         i32.store
;;         local.get 3
;;         i64.const 1
;;         i64.add
;;         local.tee 3
;;         local.get 2
;;         i64.lt_u
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     local.get 1
;;     i64.const 36
;;     i64.add
;;     i32.load
;;   )
;;   (data (;0;) (i64.const 256) "\0b0Uz\9f\c4\e9\0e3X}\a2\c7\ec\116[\80\a5\ca\ef\149^\83\a8\cd\f2\17<a\86\ab\d0\f5\1a?d\89\ae\d3\f8\1dBg\8c\b1\d6\fb Ej\8f\b4\d9\fe#Hm\92\b7\dc\01&")
;; )
