;; Every second element is needed: what lies between is loaded and left out.
;; test: pass loop-vectorize,dce
;; run: f(100, 1024, 2048) == 808002075
;; run: f(38, 1024, 2048) == 808002075
;; run: f(3, 1024, 2048) == 0
;; run: f(0, 1024, 2048) == 0
;; run: f(60, 2048, 2048) == 808002075
;; run: f(100, 1024, 64744) == trap
;; run: f(100, 1024, 64740) == 0
(module
  (memory 1)
  (data (i32.const 2048) "\03\0a\11\18\1f\26\2d\34\3b\42\49\50\57\5e\65\6c\73\7a\81\88\8f\96\9d\a4\ab\b2\b9\c0\c7\ce\d5\dc\e3\ea\f1\f8\ff\06\0d\14\1b\22\29\30\37\3e\45\4c\53\5a\61\68\6f\76\7d\84\8b\92\99\a0\a7\ae\b5\bc\c3\ca\d1\d8\df\e6\ed\f4\fb\02\09\10\17\1e\25\2c\33\3a\41\48\4f\56\5d\64\6b\72\79\80\87\8e\95\9c\a3\aa\b1\b8\bf\c6\cd\d4\db\e2\e9\f0\f7\fe\05\0c\13\1a\21\28\2f\36\3d\44\4b\52\59\60\67\6e\75\7c\83\8a\91\98\9f\a6\ad\b4\bb\c2\c9\d0\d7\de\e5\ec\f3\fa\01\08\0f\16\1d\24\2b\32\39\40\47\4e\55\5c\63\6a\71\78\7f\86\8d\94\9b\a2\a9\b0\b7\be\c5\cc\d3\da\e1\e8\ef\f6\fd\04\0b\12\19\20\27\2e\35\3c\43\4a\51\58\5f\66\6d\74\7b\82\89\90\97\9e\a5\ac\b3\ba\c1\c8\cf\d6\dd\e4\eb\f2\f9\00\07\0e\15\1c\23\2a\31\38\3f\46\4d\54\5b\62\69\70\77\7e\85\8c\93\9a\a1\a8\af\b6\bd\c4\cb\d2\d9\e0\e7\ee\f5\fc\03\0a\11\18\1f\26\2d\34\3b\42\49\50\57\5e\65\6c\73\7a\81\88\8f\96\9d\a4\ab\b2\b9\c0\c7\ce\d5\dc\e3\ea\f1\f8\ff\06\0d\14\1b\22\29\30\37\3e\45\4c\53\5a\61\68\6f\76\7d\84\8b\92\99\a0\a7\ae\b5\bc\c3\ca\d1\d8\df\e6\ed\f4\fb\02\09\10\17\1e\25\2c\33\3a\41\48\4f\56\5d\64\6b\72\79\80\87\8e\95\9c\a3\aa\b1\b8\bf\c6\cd\d4\db\e2\e9\f0\f7\fe\05\0c\13\1a\21\28\2f\36\3d\44\4b\52\59\60\67\6e\75\7c\83\8a\91\98\9f\a6\ad\b4\bb\c2\c9\d0\d7\de\e5\ec\f3\fa\01\08\0f\16\1d\24\2b\32\39\40\47\4e\55\5c\63\6a\71\78\7f\86\8d\94\9b\a2\a9\b0\b7\be\c5\cc\d3\da\e1\e8\ef\f6\fd\04\0b\12\19\20\27\2e\35\3c\43\4a\51\58\5f\66\6d\74\7b\82\89\90\97\9e\a5\ac\b3\ba\c1\c8\cf\d6\dd\e4\eb\f2\f9\00\07\0e\15\1c\23\2a\31\38\3f\46\4d\54\5b\62\69\70\77\7e\85\8c\93\9a\a1\a8\af\b6\bd\c4\cb\d2\d9\e0\e7\ee\f5\fc")
  (func (export "simd") (param i32) (result v128) (i32x4.splat (local.get 0)))
  (func (export "f") (param $n i32) (param $a i32) (param $b i32) (result i32)
    (local $i i32)
    (if (i32.le_s (local.get $n) (i32.const 0)) (then (return (i32.const 0))))
    (loop $l
      (i32.store (i32.add (local.get $a) (i32.mul (local.get $i) (i32.const 4))) (i32.load (i32.add (local.get $b) (i32.mul (local.get $i) (i32.const 8)))))
      (br_if $l (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (i32.load offset=148 (local.get $a))))

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
;;     v70 = i32.const -1
;;     v71 = i32.add v0, v70
;;     v72 = i32.const 12
;;     v73 = i32.ge_u v71, v72
;;     br_if v73, b6, b10(v3) !weights 1000 1
;;   b2:
;;     v6 = i32.const 0
;;     return v6
;;   b3:
;;     jump b1
;;   b4(v7: i32):
;;     v8 = i32.const 4
;;     v9 = i32.mul v7, v8
;;     v10 = i32.add v1, v9
;;     v11 = i32.const 8
;;     v12 = i32.mul v7, v11
;;     v13 = i32.add v2, v12
;;     v14 = i32.load v13
;;     i32.store v10, v14
;;     v15 = i32.const 1
;;     v16 = i32.add v7, v15
;;     v17 = i32.lt_s v16, v0
;;     br_if v17, b4(v16), b5
;;   b5:
;;     v18 = i32.load v1 offset=148
;;     return v18
;;   b6:
;;     v19 = i32.const -1
;;     v20 = i32.add v0, v19
;;     v21 = i64.extend_i32_u v20
;;     v22 = i64.extend_i32_u v2
;;     v23 = i64.const 8
;;     v24 = i64.mul v21, v23
;;     v25 = i64.add v22, v24
;;     v26 = memory.size m0
;;     v27 = i64.extend_i32_u v26
;;     v28 = i64.const 16
;;     v29 = i64.shl v27, v28
;;     v30 = i64.const 4
;;     v31 = i64.add v25, v30
;;     v32 = i64.le_u v31, v29
;;     v33 = i64.extend_i32_u v1
;;     v34 = i64.const 4
;;     v35 = i64.mul v21, v34
;;     v36 = i64.add v33, v35
;;     v37 = i64.const 4
;;     v38 = i64.add v36, v37
;;     v39 = i64.le_u v38, v29
;;     v40 = i32.and v32, v39
;;     v41 = i64.const 4
;;     v42 = i64.add v36, v41
;;     v43 = i64.const 4
;;     v44 = i64.add v25, v43
;;     v45 = i64.le_u v42, v22
;;     v46 = i64.le_u v44, v33
;;     v47 = i32.or v45, v46
;;     v48 = i32.and v40, v47
;;     br_if v48, b7, b10(v3) !weights 1000 1
;;   b7:
;;     v49 = i32.const -1
;;     v50 = i32.add v0, v49
;;     v51 = i32.const 2
;;     v52 = i32.shr_u v50, v51
;;     v65 = i32.const 2
;;     v66 = i32.shl v52, v65
;;     v67 = i32.add v3, v66
;;     jump b8(v3)
;;   b8(v53: i32):
;;     v54 = i32.const 3
;;     v55 = i32.shl v53, v54
;;     v56 = i32.add v2, v55
;;     v57 = v128.load v56 align=4
;;     v58 = v128.load v56 offset=16 align=4
;;     v59 = i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 v57, v58
;;     v60 = i32.const 2
;;     v61 = i32.shl v53, v60
;;     v62 = i32.add v1, v61
;;     v128.store v62, v59 align=4
;;     v63 = i32.const 4
;;     v64 = i32.add v53, v63
;;     v68 = i32.ne v64, v67
;;     br_if v68, b8(v64), b9 !weights 1000 1
;;   b9:
;;     jump b10(v64)
;;   b10(v69: i32):
;;     jump b4(v69)
;;   }
;;   data data0 active m0 (i32.const 2048) "\03\n\11\18\1f&-4;BIPW^elsz\81\88\8f\96\9d\a4\ab\b2\b9\c0\c7\ce\d5\dc\e3\ea\f1\f8\ff\06\0d\14\1b\")07>ELSZahov}\84\8b\92\99\a0\a7\ae\b5\bc\c3\ca\d1\d8\df\e6\ed\f4\fb\02\t\10\17\1e%,3:AHOV]dkry\80\87\8e\95\9c\a3\aa\b1\b8\bf\c6\cd\d4\db\e2\e9\f0\f7\fe\05\0c\13\1a!(/6=DKRY`gnu|\83\8a\91\98\9f\a6\ad\b4\bb\c2\c9\d0\d7\de\e5\ec\f3\fa\01\08\0f\16\1d$+29@GNU\\cjqx\7f\86\8d\94\9b\a2\a9\b0\b7\be\c5\cc\d3\da\e1\e8\ef\f6\fd\04\0b\12\19 '.5<CJQX_fmt{\82\89\90\97\9e\a5\ac\b3\ba\c1\c8\cf\d6\dd\e4\eb\f2\f9\00\07\0e\15\1c#*18?FMT[bipw~\85\8c\93\9a\a1\a8\af\b6\bd\c4\cb\d2\d9\e0\e7\ee\f5\fc\03\n\11\18\1f&-4;BIPW^elsz\81\88\8f\96\9d\a4\ab\b2\b9\c0\c7\ce\d5\dc\e3\ea\f1\f8\ff\06\0d\14\1b\")07>ELSZahov}\84\8b\92\99\a0\a7\ae\b5\bc\c3\ca\d1\d8\df\e6\ed\f4\fb\02\t\10\17\1e%,3:AHOV]dkry\80\87\8e\95\9c\a3\aa\b1\b8\bf\c6\cd\d4\db\e2\e9\f0\f7\fe\05\0c\13\1a!(/6=DKRY`gnu|\83\8a\91\98\9f\a6\ad\b4\bb\c2\c9\d0\d7\de\e5\ec\f3\fa\01\08\0f\16\1d$+29@GNU\\cjqx\7f\86\8d\94\9b\a2\a9\b0\b7\be\c5\cc\d3\da\e1\e8\ef\f6\fd\04\0b\12\19 '.5<CJQX_fmt{\82\89\90\97\9e\a5\ac\b3\ba\c1\c8\cf\d6\dd\e4\eb\f2\f9\00\07\0e\15\1c#*18?FMT[bipw~\85\8c\93\9a\a1\a8\af\b6\bd\c4\cb\d2\d9\e0\e7\ee\f5\fc"
;; }
