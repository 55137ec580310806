;; A condition selects in each lane.
;; test: pass loop-vectorize,dce
;; run: f(100, 1024, 2048) == 37
;; run: f(38, 1024, 2048) == 37
;; run: f(3, 1024, 2048) == 0
;; run: f(0, 1024, 2048) == 0
;; run: f(100, 1024, 2052) == 37
;; run: f(100, 1024, 2045) == 37
(module
  (memory 1)
  (data (i32.const 2048) "\03\0a\11\18\1f\26\2d\34\3b\42\49\50\57\5e\65\6c\73\7a\81\88\8f\96\9d\a4\ab\b2\b9\c0\c7\ce\d5\dc\e3\ea\f1\f8\ff\06\0d\14\1b\22\29\30\37\3e\45\4c\53\5a\61\68\6f\76\7d\84\8b\92\99\a0\a7\ae\b5\bc\c3\ca\d1\d8\df\e6\ed\f4\fb\02\09\10\17\1e\25\2c\33\3a\41\48\4f\56\5d\64\6b\72\79\80\87\8e\95\9c\a3\aa\b1\b8\bf\c6\cd\d4\db\e2\e9\f0\f7\fe\05\0c\13\1a\21\28\2f\36\3d\44\4b\52\59\60\67\6e\75\7c\83\8a\91\98\9f\a6\ad\b4\bb\c2\c9\d0\d7\de\e5\ec\f3\fa\01\08\0f\16\1d\24\2b\32\39\40\47\4e\55\5c\63\6a\71\78\7f\86\8d\94\9b\a2\a9\b0\b7\be\c5\cc\d3\da\e1\e8\ef\f6\fd\04\0b\12\19\20\27\2e\35\3c\43\4a\51\58\5f\66\6d\74\7b\82\89\90\97\9e\a5\ac\b3\ba\c1\c8\cf\d6\dd\e4\eb\f2\f9\00\07\0e\15\1c\23\2a\31\38\3f\46\4d\54\5b\62\69\70\77\7e\85\8c\93\9a\a1\a8\af\b6\bd\c4\cb\d2\d9\e0\e7\ee\f5\fc\03\0a\11\18\1f\26\2d\34\3b\42\49\50\57\5e\65\6c\73\7a\81\88\8f\96\9d\a4\ab\b2\b9\c0\c7\ce\d5\dc\e3\ea\f1\f8\ff\06\0d\14\1b\22\29\30\37\3e\45\4c\53\5a\61\68\6f\76\7d\84\8b\92\99\a0\a7\ae\b5\bc\c3\ca\d1\d8\df\e6\ed\f4\fb\02\09\10\17\1e\25\2c\33\3a\41\48\4f\56\5d\64\6b\72\79\80\87\8e\95\9c\a3\aa\b1\b8\bf\c6\cd\d4\db\e2\e9\f0\f7\fe\05\0c\13\1a\21\28\2f\36\3d\44\4b\52\59\60\67\6e\75\7c\83\8a\91\98\9f\a6\ad\b4\bb\c2\c9\d0\d7\de\e5\ec\f3\fa\01\08\0f\16\1d\24\2b\32\39\40\47\4e\55\5c\63\6a\71\78\7f\86\8d\94\9b\a2\a9\b0\b7\be\c5\cc\d3\da\e1\e8\ef\f6\fd\04\0b\12\19\20\27\2e\35\3c\43\4a\51\58\5f\66\6d\74\7b\82\89\90\97\9e\a5\ac\b3\ba\c1\c8\cf\d6\dd\e4\eb\f2\f9\00\07\0e\15\1c\23\2a\31\38\3f\46\4d\54\5b\62\69\70\77\7e\85\8c\93\9a\a1\a8\af\b6\bd\c4\cb\d2\d9\e0\e7\ee\f5\fc")
  (func (export "simd") (param i32) (result v128) (i32x4.splat (local.get 0)))
  (func (export "f") (param $n i32) (param $a i32) (param $b i32) (result i32)
    (local $i i32)
    (if (i32.le_s (local.get $n) (i32.const 0)) (then (return (i32.const 0))))
    (loop $l
      (i32.store (i32.add (local.get $a) (i32.mul (local.get $i) (i32.const 4))) (select (i32.load (i32.add (local.get $b) (i32.mul (local.get $i) (i32.const 4)))) (local.get $i) (i32.lt_s (i32.load (i32.add (local.get $b) (i32.mul (local.get $i) (i32.const 4)))) (i32.const 0))))
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
;;     v82 = i32.const -1
;;     v83 = i32.add v0, v82
;;     v84 = i32.const 4
;;     v85 = i32.ge_u v83, v84
;;     br_if v85, b6, b10(v3) !weights 1000 1
;;   b2:
;;     v6 = i32.const 0
;;     return v6
;;   b3:
;;     jump b1
;;   b4(v7: i32):
;;     v8 = i32.const 4
;;     v9 = i32.mul v7, v8
;;     v10 = i32.add v1, v9
;;     v11 = i32.const 4
;;     v12 = i32.mul v7, v11
;;     v13 = i32.add v2, v12
;;     v14 = i32.load v13
;;     v15 = i32.const 4
;;     v16 = i32.mul v7, v15
;;     v17 = i32.add v2, v16
;;     v18 = i32.load v17
;;     v19 = i32.const 0
;;     v20 = i32.lt_s v18, v19
;;     v21 = select v14, v7, v20
;;     i32.store v10, v21
;;     v22 = i32.const 1
;;     v23 = i32.add v7, v22
;;     v24 = i32.lt_s v23, v0
;;     br_if v24, b4(v23), b5
;;   b5:
;;     v25 = i32.load v1 offset=148
;;     return v25
;;   b6:
;;     v26 = i32.const -1
;;     v27 = i32.add v0, v26
;;     v28 = i64.extend_i32_u v27
;;     v29 = i64.extend_i32_u v2
;;     v30 = i64.const 4
;;     v31 = i64.mul v28, v30
;;     v32 = i64.add v29, v31
;;     v33 = memory.size m0
;;     v34 = i64.extend_i32_u v33
;;     v35 = i64.const 16
;;     v36 = i64.shl v34, v35
;;     v37 = i64.const 4
;;     v38 = i64.add v32, v37
;;     v39 = i64.le_u v38, v36
;;     v40 = i64.extend_i32_u v1
;;     v41 = i64.const 4
;;     v42 = i64.mul v28, v41
;;     v43 = i64.add v40, v42
;;     v44 = i64.const 4
;;     v45 = i64.add v43, v44
;;     v46 = i64.le_u v45, v36
;;     v47 = i32.and v39, v46
;;     v48 = i64.const 4
;;     v49 = i64.add v43, v48
;;     v50 = i64.const 4
;;     v51 = i64.add v32, v50
;;     v52 = i64.le_u v49, v29
;;     v53 = i64.le_u v51, v40
;;     v54 = i32.or v52, v53
;;     v55 = i32.and v47, v54
;;     br_if v55, b7, b10(v3) !weights 1000 1
;;   b7:
;;     v56 = i32.const -1
;;     v57 = i32.add v0, v56
;;     v58 = i32.const 2
;;     v59 = i32.shr_u v57, v58
;;     v66 = v128.const 0x00000000000000000000000000000000
;;     v69 = v128.const 0x00000003000000020000000100000000
;;     v77 = i32.const 2
;;     v78 = i32.shl v59, v77
;;     v79 = i32.add v3, v78
;;     jump b8(v3)
;;   b8(v60: i32):
;;     v61 = i32.const 2
;;     v62 = i32.shl v60, v61
;;     v63 = i32.add v2, v62
;;     v64 = v128.load v63 align=4
;;     v65 = v128.load v63 align=4
;;     v67 = i32x4.lt_s v65, v66
;;     v68 = i32x4.splat v60
;;     v70 = i32x4.add v68, v69
;;     v71 = v128.bitselect v64, v70, v67
;;     v72 = i32.const 2
;;     v73 = i32.shl v60, v72
;;     v74 = i32.add v1, v73
;;     v128.store v74, v71 align=4
;;     v75 = i32.const 4
;;     v76 = i32.add v60, v75
;;     v80 = i32.ne v76, v79
;;     br_if v80, b8(v76), b9 !weights 1000 1
;;   b9:
;;     jump b10(v76)
;;   b10(v81: i32):
;;     jump b4(v81)
;;   }
;;   data data0 active m0 (i32.const 2048) "\03\n\11\18\1f&-4;BIPW^elsz\81\88\8f\96\9d\a4\ab\b2\b9\c0\c7\ce\d5\dc\e3\ea\f1\f8\ff\06\0d\14\1b\")07>ELSZahov}\84\8b\92\99\a0\a7\ae\b5\bc\c3\ca\d1\d8\df\e6\ed\f4\fb\02\t\10\17\1e%,3:AHOV]dkry\80\87\8e\95\9c\a3\aa\b1\b8\bf\c6\cd\d4\db\e2\e9\f0\f7\fe\05\0c\13\1a!(/6=DKRY`gnu|\83\8a\91\98\9f\a6\ad\b4\bb\c2\c9\d0\d7\de\e5\ec\f3\fa\01\08\0f\16\1d$+29@GNU\\cjqx\7f\86\8d\94\9b\a2\a9\b0\b7\be\c5\cc\d3\da\e1\e8\ef\f6\fd\04\0b\12\19 '.5<CJQX_fmt{\82\89\90\97\9e\a5\ac\b3\ba\c1\c8\cf\d6\dd\e4\eb\f2\f9\00\07\0e\15\1c#*18?FMT[bipw~\85\8c\93\9a\a1\a8\af\b6\bd\c4\cb\d2\d9\e0\e7\ee\f5\fc\03\n\11\18\1f&-4;BIPW^elsz\81\88\8f\96\9d\a4\ab\b2\b9\c0\c7\ce\d5\dc\e3\ea\f1\f8\ff\06\0d\14\1b\")07>ELSZahov}\84\8b\92\99\a0\a7\ae\b5\bc\c3\ca\d1\d8\df\e6\ed\f4\fb\02\t\10\17\1e%,3:AHOV]dkry\80\87\8e\95\9c\a3\aa\b1\b8\bf\c6\cd\d4\db\e2\e9\f0\f7\fe\05\0c\13\1a!(/6=DKRY`gnu|\83\8a\91\98\9f\a6\ad\b4\bb\c2\c9\d0\d7\de\e5\ec\f3\fa\01\08\0f\16\1d$+29@GNU\\cjqx\7f\86\8d\94\9b\a2\a9\b0\b7\be\c5\cc\d3\da\e1\e8\ef\f6\fd\04\0b\12\19 '.5<CJQX_fmt{\82\89\90\97\9e\a5\ac\b3\ba\c1\c8\cf\d6\dd\e4\eb\f2\f9\00\07\0e\15\1c#*18?FMT[bipw~\85\8c\93\9a\a1\a8\af\b6\bd\c4\cb\d2\d9\e0\e7\ee\f5\fc"
;; }
