;; A store under two conditions, of which one is a number; out of bounds in a later iteration.
;; test: optimize -O3
;; features: simd
;; run: f(200, 1024, 1024) == 67108864
;; run: f(200, 1024, 1074) == 1174405120
;; run: f(200, 1024, 1214) == 838860887
;; run: past() == trap
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\29\72\bb\04\4d\96\df\28\71\ba\03\4c\95\de\27\70\b9\02\4b\94\dd\26\6f\b8\01\4a\93\dc\25\6e\b7\00\49\92\db\24\6d\b6\ff\48\91\da\23\6c\b5\fe\47\90\d9\22\6b\b4\fd\46\8f\d8\21\6a\b3\fc\45\8e\d7\20\69\b2\fb\44\8d\d6\1f\68\b1\fa\43\8c\d5\1e\67\b0\f9\42\8b\d4\1d\66\af\f8\41\8a\d3\1c\65\ae\f7\40\89\d2\1b\64\ad\f6\3f\88\d1\1a\63\ac\f5\3e\87\d0\19\62\ab\f4\3d\86\cf\18\61\aa\f3\3c\85\ce\17\60\a9\f2\3b\84\cd\16\5f\a8\f1\3a\83\cc\15\5e\a7\f0\39\82\cb\14\5d\a6\ef\38\81\ca\13\5c\a5\ee\37\80\c9\12\5b\a4\ed\36\7f\c8\11\5a\a3\ec\35\7e\c7\10\59\a2\eb\34\7d\c6\0f\58\a1\ea\33\7c\c5\0e\57\a0\e9\32\7b\c4\0d\56\9f\e8\31\7a\c3\0c\55\9e\e7\30\79\c2\0b\54\9d\e6\2f\78\c1\0a\53\9c\e5\2e\77\c0\09\52\9b\e4\2d\76\bf\08\51\9a\e3\2c\75\be\07\50\99\e2\2b\74\bd\06\4f\98\e1\2a\73\bc\05\4e\97\e0")
  (func $f (export "f") (param $n i32) (param $a i32) (param $at i32) (result i32) (local $i i32) (local $x i32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (local.set $x (i32.load8_u offset=256 (local.get $i)))
        (if (i32.and (local.get $x) (i32.const 6)) (then
          (if (i32.lt_u (local.get $x) (i32.const 90)) (then
            (i32.store8 (i32.add (local.get $a) (local.get $i)) (local.get $x))))))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (i32.load (local.get $at)))
  (func (export "past") (result i32) (call $f (i32.const 200) (i32.const 65500) (i32.const 0)))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32 i32) (result i32)))
;;   (type (;1;) (func (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "f" (func $f))
;;   (export "past" (func 1))
;;   (func $f (;0;) (type 0) (param i32 i32 i32) (result i32)
;;     (local i32 i32 i32 i32 v128 i64 i64 i64 i64)
;;     local.get 0
;;     i32.const 0
;;     i32.gt_s
;;     if ;; label = @1
;;       block ;; label = @2
;;         local.get 0
;;         i32.const -1
;;         i32.add
;;         local.tee 3
;;         i32.const 16
;;         i32.ge_u
;;         (@metadata.code.branch_hint "\01")
;;         if ;; label = @3
;;           local.get 3
;;           i64.extend_i32_u
;;           local.tee 8
;;           i64.const 257
;;           i64.add
;;           local.tee 9
;;           memory.size
;;           local.tee 4
;;           i64.extend_i32_u
;;           i64.const 16
;;           i64.shl
;;           local.tee 10
;;           i64.le_u
;;           local.get 1
;;           i64.extend_i32_u
;;           local.tee 11
;;           local.get 8
;;           i64.add
;;           i64.const 1
;;           i64.add
;;           local.tee 8
;;           local.get 10
;;           i64.le_u
;;           i32.and
;;           local.get 8
;;           i64.const 256
;;           i64.le_u
;;           local.get 9
;;           local.get 11
;;           i64.le_u
;;           i32.or
;;           i32.and
;;           (@metadata.code.branch_hint "\01")
;;           if ;; label = @4
;;             block ;; label = @5
;;               local.get 3
;;               i32.const -16
;;               i32.and
;;               local.tee 5
;;               i32.const 80
;;               i32.ge_u
;;               if ;; label = @6
;;                 local.get 4
;;                 i32.const 65535
;;                 i32.le_u
;;                 if ;; label = @7
;;                   local.get 5
;;                   i32.const -16
;;                   i32.add
;;                   i32.const -64
;;                   i32.and
;;                   local.set 6
;;                   i32.const 0
;;                   local.set 3
;;                   loop ;; label = @8
;;                     local.get 1
;;                     local.get 3
;;                     i32.add
;;                     local.tee 4
;;                     local.get 3
;;                     v128.load offset=256 align=1
;;                     local.tee 7
;;                     local.get 4
;;                     v128.load align=1
;;                     local.get 7
;;                     v128.const i32x4 0x06060606 0x06060606 0x06060606 0x06060606
;;                     v128.and
;;                     v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
;;                     i8x16.ne
;;                     local.get 7
;;                     v128.const i32x4 0x5a5a5a5a 0x5a5a5a5a 0x5a5a5a5a 0x5a5a5a5a
;;                     i8x16.lt_u
;;                     v128.and
;;                     v128.bitselect
;;                     v128.store align=1
;;                     local.get 4
;;                     local.get 3
;;                     v128.load offset=272 align=1
;;                     local.tee 7
;;                     local.get 4
;;                     v128.load offset=16 align=1
;;                     local.get 7
;;                     v128.const i32x4 0x06060606 0x06060606 0x06060606 0x06060606
;;                     v128.and
;;                     v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
;;                     i8x16.ne
;;                     local.get 7
;;                     v128.const i32x4 0x5a5a5a5a 0x5a5a5a5a 0x5a5a5a5a 0x5a5a5a5a
;;                     i8x16.lt_u
;;                     v128.and
;;                     v128.bitselect
;;                     v128.store offset=16 align=1
;;                     local.get 4
;;                     local.get 3
;;                     v128.load offset=288 align=1
;;                     local.tee 7
;;                     local.get 4
;;                     v128.load offset=32 align=1
;;                     local.get 7
;;                     v128.const i32x4 0x06060606 0x06060606 0x06060606 0x06060606
;;                     v128.and
;;                     v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
;;                     i8x16.ne
;;                     local.get 7
;;                     v128.const i32x4 0x5a5a5a5a 0x5a5a5a5a 0x5a5a5a5a 0x5a5a5a5a
;;                     i8x16.lt_u
;;                     v128.and
;;                     v128.bitselect
;;                     v128.store offset=32 align=1
;;                     local.get 4
;;                     local.get 3
;;                     v128.load offset=304 align=1
;;                     local.tee 7
;;                     local.get 4
;;                     v128.load offset=48 align=1
;;                     local.get 7
;;                     v128.const i32x4 0x06060606 0x06060606 0x06060606 0x06060606
;;                     v128.and
;;                     v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
;;                     i8x16.ne
;;                     local.get 7
;;                     v128.const i32x4 0x5a5a5a5a 0x5a5a5a5a 0x5a5a5a5a 0x5a5a5a5a
;;                     i8x16.lt_u
;;                     v128.and
;;                     v128.bitselect
;;                     v128.store offset=48 align=1
;;                     local.get 3
;;                     i32.const -64
;;                     i32.sub
;;                     local.tee 3
;;                     local.get 6
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
;;               local.get 3
;;               v128.load offset=256 align=1
;;               local.tee 7
;;               local.get 4
;;               v128.load align=1
;;               local.get 7
;;               v128.const i32x4 0x06060606 0x06060606 0x06060606 0x06060606
;;               v128.and
;;               v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
;;               i8x16.ne
;;               local.get 7
;;               v128.const i32x4 0x5a5a5a5a 0x5a5a5a5a 0x5a5a5a5a 0x5a5a5a5a
;;               i8x16.lt_u
;;               v128.and
;;               v128.bitselect
;;               v128.store align=1
;;               local.get 3
;;               i32.const 16
;;               i32.add
;;               local.tee 3
;;               local.get 5
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
;;       local.get 0
;;       local.get 3
;;       i32.sub
;;       local.tee 4
;;       i32.const 5
;;       i32.ge_u
;;       if ;; label = @2
;;         local.get 3
;;         i32.const -2147483647
;;         i32.add
;;         local.get 0
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
;;             local.set 5
;;             loop ;; label = @5
;;               local.get 3
;;               i32.load8_u offset=256
;;               local.tee 4
;;               i32.const 6
;;               i32.and
;;               if ;; label = @6
;;                 local.get 4
;;                 i32.const 90
;;                 i32.lt_u
;;                 if ;; label = @7
;;                   local.get 1
;;                   local.get 3
;;                   i32.add
;;                   local.get 4
;;                   i32.store8
;;                 end
;;               end
;;               local.get 3
;;               i32.load8_u offset=257
;;               local.tee 4
;;               i32.const 6
;;               i32.and
;;               if ;; label = @6
;;                 local.get 4
;;                 i32.const 90
;;                 i32.lt_u
;;                 if ;; label = @7
;;                   local.get 1
;;                   local.get 3
;;                   i32.const 1
;;                   i32.add
;;                   i32.add
;;                   local.get 4
;;                   i32.store8
;;                 end
;;               end
;;               local.get 3
;;               i32.load8_u offset=258
;;               local.tee 4
;;               i32.const 6
;;               i32.and
;;               if ;; label = @6
;;                 local.get 4
;;                 i32.const 90
;;                 i32.lt_u
;;                 if ;; label = @7
;;                   local.get 1
;;                   local.get 3
;;                   i32.const 2
;;                   i32.add
;;                   i32.add
;;                   local.get 4
;;                   i32.store8
;;                 end
;;               end
;;               local.get 3
;;               i32.load8_u offset=259
;;               local.tee 4
;;               i32.const 6
;;               i32.and
;;               if ;; label = @6
;;                 local.get 4
;;                 i32.const 90
;;                 i32.lt_u
;;                 if ;; label = @7
;;                   local.get 1
;;                   local.get 3
;;                   i32.const 3
;;                   i32.add
;;                   i32.add
;;                   local.get 4
;;                   i32.store8
;;                 end
;;               end
;;               local.get 3
;;               i32.const 4
;;               i32.add
;;               local.tee 3
;;               local.get 5
;;               i32.ne
;;               br_if 0 (;@5;)
;;             end
;;           end
;;         end
;;       end
;;       loop ;; label = @2
;;         local.get 3
;;         i32.load8_u offset=256
;;         local.tee 4
;;         i32.const 6
;;         i32.and
;;         if ;; label = @3
;;           local.get 4
;;           i32.const 90
;;           i32.lt_u
;;           if ;; label = @4
;;             local.get 1
;;             local.get 3
;;             i32.add
;;             local.get 4
;;             i32.store8
;;           end
;;         end
;;         local.get 3
;;         i32.const 1
;;         i32.add
;;         local.tee 3
;;         local.get 0
;;         i32.lt_s
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     local.get 2
;;     i32.load
;;   )
;;   (func (;1;) (type 1) (result i32)
;;     i32.const 200
;;     i32.const 65500
;;     i32.const 0
;;     call $f
;;   )
;;   (data (;0;) (i32.const 256) ")r\bb\04M\96\df(q\ba\03L\95\de'p\b9\02K\94\dd&o\b8\01J\93\dc%n\b7\00I\92\db$m\b6\ffH\91\da#l\b5\feG\90\d9\22k\b4\fdF\8f\d8!j\b3\fcE\8e\d7 i\b2\fbD\8d\d6\1fh\b1\faC\8c\d5\1eg\b0\f9B\8b\d4\1df\af\f8A\8a\d3\1ce\ae\f7@\89\d2\1bd\ad\f6?\88\d1\1ac\ac\f5>\87\d0\19b\ab\f4=\86\cf\18a\aa\f3<\85\ce\17`\a9\f2;\84\cd\16_\a8\f1:\83\cc\15^\a7\f09\82\cb\14]\a6\ef8\81\ca\13\5c\a5\ee7\80\c9\12[\a4\ed6\7f\c8\11Z\a3\ec5~\c7\10Y\a2\eb4}\c6\0fX\a1\ea3|\c5\0eW\a0\e92{\c4\0dV\9f\e81z\c3\0cU\9e\e70y\c2\0bT\9d\e6/x\c1\0aS\9c\e5.w\c0\09R\9b\e4-v\bf\08Q\9a\e3,u\be\07P\99\e2+t\bd\06O\98\e1*s\bc\05N\97\e0")
;; )
