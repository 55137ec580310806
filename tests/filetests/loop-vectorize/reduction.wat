;; A sum of integers: lanes have sums of their own, which are added at the end.
;; test: pass loop-vectorize,dce
;; run: f(100, 2048, 0) == 3132384
;; run: f(17, 2048, 0) == 532899
;; run: f(3, 2048, 0) == 18483
;; run: f(100, 65500, 0) == trap
(module
  (memory 1)
  (data (i32.const 2048) "\03\0a\11\18\1f\26\2d\34\3b\42\49\50\57\5e\65\6c\73\7a\81\88\8f\96\9d\a4\ab\b2\b9\c0\c7\ce\d5\dc\e3\ea\f1\f8\ff\06\0d\14\1b\22\29\30\37\3e\45\4c\53\5a\61\68\6f\76\7d\84\8b\92\99\a0\a7\ae\b5\bc\c3\ca\d1\d8\df\e6\ed\f4\fb\02\09\10\17\1e\25\2c\33\3a\41\48\4f\56\5d\64\6b\72\79\80\87\8e\95\9c\a3\aa\b1\b8\bf\c6\cd\d4\db\e2\e9\f0\f7\fe\05\0c\13\1a\21\28\2f\36\3d\44\4b\52\59\60\67\6e\75\7c\83\8a\91\98\9f\a6\ad\b4\bb\c2\c9\d0\d7\de\e5\ec\f3\fa\01\08\0f\16\1d\24\2b\32\39\40\47\4e\55\5c\63\6a\71\78\7f\86\8d\94\9b\a2\a9\b0\b7\be\c5\cc\d3\da\e1\e8\ef\f6\fd\04\0b\12\19\20\27\2e\35\3c\43\4a\51\58\5f\66\6d\74\7b\82\89\90\97\9e\a5\ac\b3\ba\c1\c8\cf\d6\dd\e4\eb\f2\f9\00\07\0e\15\1c\23\2a\31\38\3f\46\4d\54\5b\62\69\70\77\7e\85\8c\93\9a\a1\a8\af\b6\bd\c4\cb\d2\d9\e0\e7\ee\f5\fc\03\0a\11\18\1f\26\2d\34\3b\42\49\50\57\5e\65\6c\73\7a\81\88\8f\96\9d\a4\ab\b2\b9\c0\c7\ce\d5\dc\e3\ea\f1\f8\ff\06\0d\14\1b\22\29\30\37\3e\45\4c\53\5a\61\68\6f\76\7d\84\8b\92\99\a0\a7\ae\b5\bc\c3\ca\d1\d8\df\e6\ed\f4\fb\02\09\10\17\1e\25\2c\33\3a\41\48\4f\56\5d\64\6b\72\79\80\87\8e\95\9c\a3\aa\b1\b8\bf\c6\cd\d4\db\e2\e9\f0\f7\fe\05\0c\13\1a\21\28\2f\36\3d\44\4b\52\59\60\67\6e\75\7c\83\8a\91\98\9f\a6\ad\b4\bb\c2\c9\d0\d7\de\e5\ec\f3\fa\01\08\0f\16\1d\24\2b\32\39\40\47\4e\55\5c\63\6a\71\78\7f\86\8d\94\9b\a2\a9\b0\b7\be\c5\cc\d3\da\e1\e8\ef\f6\fd\04\0b\12\19\20\27\2e\35\3c\43\4a\51\58\5f\66\6d\74\7b\82\89\90\97\9e\a5\ac\b3\ba\c1\c8\cf\d6\dd\e4\eb\f2\f9\00\07\0e\15\1c\23\2a\31\38\3f\46\4d\54\5b\62\69\70\77\7e\85\8c\93\9a\a1\a8\af\b6\bd\c4\cb\d2\d9\e0\e7\ee\f5\fc")
  (func (export "simd") (param i32) (result v128) (i32x4.splat (local.get 0)))
  (func (export "f") (param $n i32) (param $a i32) (param $b i32) (result i32)
    (local $i i32) (local $s i32)
    (if (i32.le_s (local.get $n) (i32.const 0)) (then (return (i32.const 0))))
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.load16_u (i32.add (local.get $a) (i32.mul (local.get $i) (i32.const 2))))))
      (br_if $l (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (v128)
;;   ty1 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "simd" f0
;;   export "f" f1
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32x4.splat v0
;;     return v1
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     v4 = i32.const 0
;;     v5 = i32.le_s v0, v4
;;     br_if v5, b2, b3
;;   b1:
;;     v58 = i32.const -1
;;     v59 = i32.add v0, v58
;;     v60 = i32.const 8
;;     v61 = i32.ge_u v59, v60
;;     br_if v61, b6, b10(v3, v3) !weights 1000 1
;;   b2:
;;     v6 = i32.const 0
;;     return v6
;;   b3:
;;     jump b1
;;   b4(v8: i32, v7: i32):
;;     v9 = i32.const 2
;;     v10 = i32.mul v8, v9
;;     v11 = i32.add v1, v10
;;     v12 = i32.load16_u v11
;;     v13 = i32.add v7, v12
;;     v14 = i32.const 1
;;     v15 = i32.add v8, v14
;;     v16 = i32.lt_s v15, v0
;;     br_if v16, b4(v15, v13), b5
;;   b5:
;;     return v13
;;   b6:
;;     v17 = i32.const -1
;;     v18 = i32.add v0, v17
;;     v19 = i64.extend_i32_u v18
;;     v20 = i64.extend_i32_u v1
;;     v21 = i64.const 2
;;     v22 = i64.mul v19, v21
;;     v23 = i64.add v20, v22
;;     v24 = memory.size m0
;;     v25 = i64.extend_i32_u v24
;;     v26 = i64.const 16
;;     v27 = i64.shl v25, v26
;;     v28 = i64.const 2
;;     v29 = i64.add v23, v28
;;     v30 = i64.le_u v29, v27
;;     br_if v30, b7, b10(v3, v3) !weights 1000 1
;;   b7:
;;     v31 = i32.const -1
;;     v32 = i32.add v0, v31
;;     v33 = i32.const 3
;;     v34 = i32.shr_u v32, v33
;;     v36 = v128.const 0x00000000000000000000000000000000
;;     v46 = i32.const 3
;;     v47 = i32.shl v34, v46
;;     v48 = i32.add v3, v47
;;     jump b8(v3, v36)
;;   b8(v35: i32, v37: v128):
;;     v38 = i32.const 1
;;     v39 = i32.shl v35, v38
;;     v40 = i32.add v1, v39
;;     v41 = v128.load v40 align=2
;;     v42 = i32x4.extadd_pairwise_i16x8_u v41
;;     v43 = i32x4.add v37, v42
;;     v44 = i32.const 8
;;     v45 = i32.add v35, v44
;;     v49 = i32.ne v45, v48
;;     br_if v49, b8(v45, v43), b9 !weights 1000 1
;;   b9:
;;     v50 = i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 v43, v43
;;     v51 = i32x4.add v43, v50
;;     v52 = i8x16.shuffle 4 5 6 7 8 9 10 11 12 13 14 15 0 1 2 3 v51, v51
;;     v53 = i32x4.add v51, v52
;;     v54 = i32x4.extract_lane 0 v53
;;     v55 = i32.add v3, v54
;;     jump b10(v45, v55)
;;   b10(v56: i32, v57: i32):
;;     jump b4(v56, v57)
;;   }
;;   data data0 active m0 (i32.const 2048) "\03\n\11\18\1f&-4;BIPW^elsz\81\88\8f\96\9d\a4\ab\b2\b9\c0\c7\ce\d5\dc\e3\ea\f1\f8\ff\06\0d\14\1b\")07>ELSZahov}\84\8b\92\99\a0\a7\ae\b5\bc\c3\ca\d1\d8\df\e6\ed\f4\fb\02\t\10\17\1e%,3:AHOV]dkry\80\87\8e\95\9c\a3\aa\b1\b8\bf\c6\cd\d4\db\e2\e9\f0\f7\fe\05\0c\13\1a!(/6=DKRY`gnu|\83\8a\91\98\9f\a6\ad\b4\bb\c2\c9\d0\d7\de\e5\ec\f3\fa\01\08\0f\16\1d$+29@GNU\\cjqx\7f\86\8d\94\9b\a2\a9\b0\b7\be\c5\cc\d3\da\e1\e8\ef\f6\fd\04\0b\12\19 '.5<CJQX_fmt{\82\89\90\97\9e\a5\ac\b3\ba\c1\c8\cf\d6\dd\e4\eb\f2\f9\00\07\0e\15\1c#*18?FMT[bipw~\85\8c\93\9a\a1\a8\af\b6\bd\c4\cb\d2\d9\e0\e7\ee\f5\fc\03\n\11\18\1f&-4;BIPW^elsz\81\88\8f\96\9d\a4\ab\b2\b9\c0\c7\ce\d5\dc\e3\ea\f1\f8\ff\06\0d\14\1b\")07>ELSZahov}\84\8b\92\99\a0\a7\ae\b5\bc\c3\ca\d1\d8\df\e6\ed\f4\fb\02\t\10\17\1e%,3:AHOV]dkry\80\87\8e\95\9c\a3\aa\b1\b8\bf\c6\cd\d4\db\e2\e9\f0\f7\fe\05\0c\13\1a!(/6=DKRY`gnu|\83\8a\91\98\9f\a6\ad\b4\bb\c2\c9\d0\d7\de\e5\ec\f3\fa\01\08\0f\16\1d$+29@GNU\\cjqx\7f\86\8d\94\9b\a2\a9\b0\b7\be\c5\cc\d3\da\e1\e8\ef\f6\fd\04\0b\12\19 '.5<CJQX_fmt{\82\89\90\97\9e\a5\ac\b3\ba\c1\c8\cf\d6\dd\e4\eb\f2\f9\00\07\0e\15\1c#*18?FMT[bipw~\85\8c\93\9a\a1\a8\af\b6\bd\c4\cb\d2\d9\e0\e7\ee\f5\fc"
;; }
