;; Fields of an array of structures: stores that move by several elements are executed together, what lies between them
;; stays as it was.
;; test: pass loop-vectorize,gvn,dce
;; features: simd
;; run: points(40) == -1626937150
;; run: points(41) == 716795995
;; run: gaps(40) == -1641966508
;; run: grey(40) == -218615792
;; run: some(40) == 1855648098
;; run: twice(40) == 1453191787
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\0b\30\55\7a\9f\c4\e9\0e\33\58\7d\a2\c7\ec\11\36\5b\80\a5\ca\ef\14\39\5e\83\a8\cd\f2\17\3c\61\86\ab\d0\f5\1a\3f\64\89\ae\0b\30\55\7a\9f\c4\e9\0e\33\58\7d\a2\c7\ec\11\36\5b\80\a5\ca\ef\14\39\5e\83\a8\cd\f2\17\3c\61\86\ab\d0\f5\1a\3f\64\89\ae\0b\30\55\7a\9f\c4\e9\0e\33\58\7d\a2\c7\ec\11\36\5b\80\a5\ca\ef\14\39\5e\83\a8\cd\f2\17\3c\61\86\ab\d0\f5\1a\3f\64\89\ae")
  ;; All memory that the loops write, as a number.
  (func $hash (result i32) (local $i i32) (local $h i32)
    (loop $next
      (local.set $h (i32.add (i32.mul (local.get $h) (i32.const 31)) (i32.load8_u offset=192 (local.get $i))))
      (br_if $next (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 2048))))
    (local.get $h))
  ;; Two of two fields.
  (func (export "points") (param $n i32) (result i32) (local $i i32) (local $p i32)
    (loop $next
      (local.set $p (i32.shl (local.get $i) (i32.const 3)))
      (i32.store offset=256 (local.get $p) (i32.add (i32.load offset=256 (local.get $p)) (i32.load offset=260 (local.get $p))))
      (i32.store offset=260 (local.get $p) (i32.xor (i32.load offset=260 (local.get $p)) (i32.const 7)))
      (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (call $hash))
  ;; Two of four fields: the third one is loaded and stored, the last one is not.
  (func (export "gaps") (param $n i32) (result i32) (local $i i32) (local $p i32)
    (loop $next
      (local.set $p (i32.shl (local.get $i) (i32.const 3)))
      (i32.store16 offset=256 (local.get $p) (i32.mul (i32.load16_u offset=256 (local.get $p)) (i32.load16_u offset=260 (local.get $p))))
      (i32.store16 offset=260 (local.get $p) (i32.add (i32.load16_u offset=258 (local.get $p)) (i32.const 7)))
      (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (call $hash))
  ;; Three channels of bytes.
  (func (export "grey") (param $n i32) (result i32) (local $i i32) (local $p i32) (local $x i32)
    (loop $next
      (local.set $p (i32.mul (local.get $i) (i32.const 3)))
      (local.set $x (i32.shr_u (i32.add (i32.load8_u offset=256 (local.get $p)) (i32.load8_u offset=258 (local.get $p))) (i32.const 1)))
      (i32.store8 offset=1024 (local.get $p) (local.get $x))
      (i32.store8 offset=1025 (local.get $p) (i32.load8_u offset=257 (local.get $p)))
      (i32.store8 offset=1026 (local.get $p) (i32.sub (i32.const 255) (local.get $x)))
      (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (call $hash))
  ;; A field that only some iterations store.
  (func (export "some") (param $n i32) (result i32) (local $i i32) (local $p i32) (local $x i32)
    (loop $next
      (local.set $p (i32.shl (local.get $i) (i32.const 3)))
      (local.set $x (i32.load offset=256 (local.get $p)))
      (if (i32.lt_s (local.get $x) (i32.load offset=260 (local.get $p)))
        (then (i32.store offset=260 (local.get $p) (i32.add (local.get $x) (i32.const 3)))))
      (i32.store offset=256 (local.get $p) (i32.mul (local.get $x) (local.get $x)))
      (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (call $hash))
  ;; The same field twice, the second time under a condition.
  (func (export "twice") (param $n i32) (result i32) (local $i i32) (local $p i32) (local $x i32)
    (loop $next
      (local.set $p (i32.shl (local.get $i) (i32.const 3)))
      (local.set $x (i32.load offset=260 (local.get $p)))
      (i32.store offset=256 (local.get $p) (i32.add (local.get $x) (i32.const 1)))
      (if (i32.lt_s (local.get $x) (i32.const 0))
        (then (i32.store offset=256 (local.get $p) (i32.mul (local.get $x) (local.get $x)))))
      (i32.store offset=260 (local.get $p) (i32.xor (local.get $x) (i32.const 3)))
      (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (call $hash))
)

;; expect:
;; module {
;;   ty0 = func () -> (i32)
;;   ty1 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "memory" m0
;;   export "points" f1
;;   export "gaps" f2
;;   export "grey" f3
;;   export "some" f4
;;   export "twice" f5
;;   func f0 : ty0 "hash" {
;;   b0:
;;     v0 = i32.const 0
;;     jump b1(v0, v0)
;;   b1(v4: i32, v1: i32):
;;     v2 = i32.const 31
;;     v3 = i32.mul v1, v2
;;     v5 = i32.load8_u v4 offset=192
;;     v6 = i32.add v3, v5
;;     v7 = i32.const 1
;;     v8 = i32.add v4, v7
;;     v9 = i32.const 2048
;;     v10 = i32.lt_u v8, v9
;;     br_if v10, b1(v8, v6), b2
;;   b2:
;;     return v6
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v61 = i32.const -1
;;     v62 = i32.add v0, v61
;;     v63 = i32.const 4
;;     v64 = i32.ge_u v62, v63
;;     br_if v64, b3, b7(v1) !weights 1000 1
;;   b1(v2: i32):
;;     v3 = i32.const 3
;;     v4 = i32.shl v2, v3
;;     v5 = i32.load v4 offset=256
;;     v6 = i32.load v4 offset=260
;;     v7 = i32.add v5, v6
;;     i32.store v4, v7 offset=256
;;     v9 = i32.const 7
;;     v10 = i32.xor v6, v9
;;     i32.store v4, v10 offset=260
;;     v11 = i32.const 1
;;     v12 = i32.add v2, v11
;;     v13 = i32.lt_s v12, v0
;;     br_if v13, b1(v12), b2
;;   b2:
;;     v14 = call f0
;;     return v14
;;   b3:
;;     v17 = i32.const -2147483647
;;     v18 = i32.const -2147483648
;;     v19 = i32.add v0, v18
;;     v20 = i32.le_u v17, v19
;;     v21 = i64.extend_i32_u v62
;;     v23 = i64.extend_i32_u v1
;;     v24 = i64.const 8
;;     v25 = i64.mul v21, v24
;;     v26 = i64.add v23, v25
;;     v27 = memory.size m0
;;     v28 = i64.extend_i32_u v27
;;     v29 = i64.const 16
;;     v30 = i64.shl v28, v29
;;     v31 = i64.const 264
;;     v32 = i64.add v26, v31
;;     v33 = i64.le_u v32, v30
;;     v34 = i32.and v20, v33
;;     br_if v34, b4, b7(v1) !weights 1000 1
;;   b4:
;;     v37 = i32.const 2
;;     v38 = i32.shr_u v62, v37
;;     v50 = v128.const 0x00000007000000070000000700000007
;;     v57 = i32.shl v38, v37
;;     v58 = i32.add v1, v57
;;     jump b5(v1)
;;   b5(v39: i32):
;;     v40 = i32.const 3
;;     v41 = i32.shl v39, v40
;;     v42 = v128.load v41 offset=256 align=4
;;     v43 = v128.load v41 offset=272 align=4
;;     v44 = i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 v42, v43
;;     v45 = i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 v42, v43
;;     v46 = i32x4.add v44, v45
;;     v51 = v128.xor v45, v50
;;     v52 = i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 v46, v51
;;     v53 = i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 v46, v51
;;     v128.store v41, v52 offset=256 align=4
;;     v128.store v41, v53 offset=272 align=4
;;     v55 = i32.add v39, v63
;;     v59 = i32.ne v55, v58
;;     br_if v59, b5(v55), b6 !weights 1000 1
;;   b6:
;;     jump b7(v55)
;;   b7(v60: i32):
;;     jump b1(v60)
;;   }
;;   func f2 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v79 = i32.const -1
;;     v80 = i32.add v0, v79
;;     v81 = i32.const 8
;;     v82 = i32.ge_u v80, v81
;;     br_if v82, b3, b7(v1) !weights 1000 1
;;   b1(v2: i32):
;;     v3 = i32.const 3
;;     v4 = i32.shl v2, v3
;;     v5 = i32.load16_u v4 offset=256
;;     v6 = i32.load16_u v4 offset=260
;;     v7 = i32.mul v5, v6
;;     i32.store16 v4, v7 offset=256
;;     v8 = i32.load16_u v4 offset=258
;;     v9 = i32.const 7
;;     v10 = i32.add v8, v9
;;     i32.store16 v4, v10 offset=260
;;     v11 = i32.const 1
;;     v12 = i32.add v2, v11
;;     v13 = i32.lt_s v12, v0
;;     br_if v13, b1(v12), b2
;;   b2:
;;     v14 = call f0
;;     return v14
;;   b3:
;;     v17 = i32.const -2147483647
;;     v18 = i32.const -2147483648
;;     v19 = i32.add v0, v18
;;     v20 = i32.le_u v17, v19
;;     v21 = i64.extend_i32_u v80
;;     v23 = i64.extend_i32_u v1
;;     v24 = i64.const 8
;;     v25 = i64.mul v21, v24
;;     v26 = i64.add v23, v25
;;     v27 = memory.size m0
;;     v28 = i64.extend_i32_u v27
;;     v29 = i64.const 16
;;     v30 = i64.shl v28, v29
;;     v31 = i64.const 262
;;     v32 = i64.add v26, v31
;;     v33 = i64.le_u v32, v30
;;     v34 = i32.and v20, v33
;;     br_if v34, b4, b7(v1) !weights 1000 1
;;   b4:
;;     v37 = i32.const 3
;;     v38 = i32.shr_u v80, v37
;;     v58 = v128.const 0x00070007000700070007000700070007
;;     v75 = i32.shl v38, v37
;;     v76 = i32.add v1, v75
;;     jump b5(v1)
;;   b5(v39: i32):
;;     v41 = i32.shl v39, v37
;;     v42 = v128.load v41 offset=256 align=2
;;     v43 = v128.load v41 offset=272 align=2
;;     v44 = v128.load v41 offset=288 align=2
;;     v45 = v128.load v41 offset=304 align=2
;;     v46 = i8x16.shuffle 0 1 4 5 8 9 12 13 16 17 20 21 24 25 28 29 v42, v43
;;     v47 = i8x16.shuffle 0 1 4 5 8 9 12 13 16 17 20 21 24 25 28 29 v44, v45
;;     v48 = i8x16.shuffle 0 1 4 5 8 9 12 13 16 17 20 21 24 25 28 29 v46, v47
;;     v49 = i8x16.shuffle 2 3 6 7 10 11 14 15 18 19 22 23 26 27 30 31 v46, v47
;;     v50 = i16x8.mul v48, v49
;;     v55 = i8x16.shuffle 2 3 6 7 10 11 14 15 18 19 22 23 26 27 30 31 v42, v43
;;     v56 = i8x16.shuffle 2 3 6 7 10 11 14 15 18 19 22 23 26 27 30 31 v44, v45
;;     v57 = i8x16.shuffle 0 1 4 5 8 9 12 13 16 17 20 21 24 25 28 29 v55, v56
;;     v59 = i16x8.add v57, v58
;;     v60 = i8x16.shuffle 0 1 16 17 2 3 18 19 4 5 20 21 6 7 22 23 v50, v59
;;     v61 = i8x16.shuffle 8 9 24 25 10 11 26 27 12 13 28 29 14 15 30 31 v50, v59
;;     v62 = i8x16.shuffle 0 1 16 17 2 3 18 19 4 5 20 21 6 7 22 23 v50, v50
;;     v63 = i8x16.shuffle 8 9 24 25 10 11 26 27 12 13 28 29 14 15 30 31 v50, v50
;;     v64 = i8x16.shuffle 0 1 16 17 2 3 18 19 4 5 20 21 6 7 22 23 v60, v62
;;     v65 = i8x16.shuffle 8 9 24 25 10 11 26 27 12 13 28 29 14 15 30 31 v60, v62
;;     v66 = i8x16.shuffle 0 1 16 17 2 3 18 19 4 5 20 21 6 7 22 23 v61, v63
;;     v67 = i8x16.shuffle 8 9 24 25 10 11 26 27 12 13 28 29 14 15 30 31 v61, v63
;;     v68 = i8x16.shuffle 0 1 18 19 4 5 22 23 8 9 26 27 12 13 30 31 v64, v42
;;     v128.store v41, v68 offset=256 align=2
;;     v69 = i8x16.shuffle 0 1 18 19 4 5 22 23 8 9 26 27 12 13 30 31 v65, v43
;;     v128.store v41, v69 offset=272 align=2
;;     v70 = i8x16.shuffle 0 1 18 19 4 5 22 23 8 9 26 27 12 13 30 31 v66, v44
;;     v128.store v41, v70 offset=288 align=2
;;     v71 = i8x16.shuffle 0 1 18 19 4 5 22 23 8 9 26 27 12 13 30 31 v67, v45
;;     v128.store v41, v71 offset=304 align=2
;;     v73 = i32.add v39, v81
;;     v77 = i32.ne v73, v76
;;     br_if v77, b5(v73), b6 !weights 1000 1
;;   b6:
;;     jump b7(v73)
;;   b7(v78: i32):
;;     jump b1(v78)
;;   }
;;   func f3 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v81 = i32.const -1
;;     v82 = i32.add v0, v81
;;     v83 = i32.const 16
;;     v84 = i32.ge_u v82, v83
;;     br_if v84, b3, b7(v1) !weights 1000 1
;;   b1(v2: i32):
;;     v3 = i32.const 3
;;     v4 = i32.mul v2, v3
;;     v5 = i32.load8_u v4 offset=256
;;     v6 = i32.load8_u v4 offset=258
;;     v7 = i32.add v5, v6
;;     v8 = i32.const 1
;;     v9 = i32.shr_u v7, v8
;;     i32.store8 v4, v9 offset=1024
;;     v10 = i32.load8_u v4 offset=257
;;     i32.store8 v4, v10 offset=1025
;;     v11 = i32.const 255
;;     v12 = i32.sub v11, v9
;;     i32.store8 v4, v12 offset=1026
;;     v14 = i32.add v2, v8
;;     v15 = i32.lt_s v14, v0
;;     br_if v15, b1(v14), b2
;;   b2:
;;     v16 = call f0
;;     return v16
;;   b3:
;;     v19 = i32.const -2147483647
;;     v20 = i32.const -2147483648
;;     v21 = i32.add v0, v20
;;     v22 = i32.le_u v19, v21
;;     v23 = i64.extend_i32_u v82
;;     v25 = i64.extend_i32_u v1
;;     v26 = i64.const 3
;;     v27 = i64.mul v23, v26
;;     v28 = i64.add v25, v27
;;     v29 = memory.size m0
;;     v30 = i64.extend_i32_u v29
;;     v31 = i64.const 16
;;     v32 = i64.shl v30, v31
;;     v33 = i64.const 1027
;;     v34 = i64.add v28, v33
;;     v35 = i64.le_u v34, v32
;;     v36 = i32.and v22, v35
;;     br_if v36, b4, b7(v1) !weights 1000 1
;;   b4:
;;     v39 = i32.const 4
;;     v40 = i32.shr_u v82, v39
;;     v57 = i32.const 1
;;     v65 = v128.const 0xffffffffffffffffffffffffffffffff
;;     v77 = i32.shl v40, v39
;;     v78 = i32.add v1, v77
;;     jump b5(v1)
;;   b5(v41: i32):
;;     v42 = i32.const 3
;;     v43 = i32.mul v41, v42
;;     v44 = v128.load v43 offset=256 align=1
;;     v45 = v128.load v43 offset=272 align=1
;;     v46 = v128.load v43 offset=288 align=1
;;     v47 = i8x16.shuffle 0 3 6 9 12 15 18 21 24 27 30 11 12 13 14 15 v44, v45
;;     v48 = i8x16.shuffle 0 1 2 3 4 5 6 7 8 9 10 17 20 23 26 29 v47, v46
;;     v49 = i16x8.extend_low_i8x16_u v48
;;     v50 = i16x8.extend_high_i8x16_u v48
;;     v51 = i8x16.shuffle 2 5 8 11 14 17 20 23 26 29 10 11 12 13 14 15 v44, v45
;;     v52 = i8x16.shuffle 0 1 2 3 4 5 6 7 8 9 16 19 22 25 28 31 v51, v46
;;     v53 = i16x8.extend_low_i8x16_u v52
;;     v54 = i16x8.extend_high_i8x16_u v52
;;     v55 = i16x8.add v49, v53
;;     v56 = i16x8.add v50, v54
;;     v58 = i16x8.shr_u v55, v57
;;     v59 = i16x8.shr_u v56, v57
;;     v63 = i8x16.shuffle 1 4 7 10 13 16 19 22 25 28 31 11 12 13 14 15 v44, v45
;;     v64 = i8x16.shuffle 0 1 2 3 4 5 6 7 8 9 10 18 21 24 27 30 v63, v46
;;     v66 = i8x16.narrow_i16x8_u v58, v59
;;     v67 = i8x16.sub v65, v66
;;     v68 = i8x16.shuffle 0 16 2 1 17 5 2 18 8 3 19 11 4 20 14 5 v66, v64
;;     v69 = i8x16.shuffle 0 1 16 3 4 17 6 7 18 9 10 19 12 13 20 15 v68, v67
;;     v70 = i8x16.shuffle 5 21 2 6 22 5 7 23 8 8 24 11 9 25 14 10 v64, v67
;;     v71 = i8x16.shuffle 0 1 22 3 4 23 6 7 24 9 10 25 12 13 26 15 v70, v66
;;     v72 = i8x16.shuffle 10 27 2 11 28 5 12 29 8 13 30 11 14 31 14 15 v67, v66
;;     v73 = i8x16.shuffle 0 1 27 3 4 28 6 7 29 9 10 30 12 13 31 15 v72, v64
;;     v128.store v43, v69 offset=1024 align=1
;;     v128.store v43, v71 offset=1040 align=1
;;     v128.store v43, v73 offset=1056 align=1
;;     v75 = i32.add v41, v83
;;     v79 = i32.ne v75, v78
;;     br_if v79, b5(v75), b6 !weights 1000 1
;;   b6:
;;     jump b7(v75)
;;   b7(v80: i32):
;;     jump b1(v80)
;;   }
;;   func f4 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v67 = i32.const -1
;;     v68 = i32.add v0, v67
;;     v69 = i32.const 8
;;     v70 = i32.ge_u v68, v69
;;     br_if v70, b6, b10(v1) !weights 1000 1
;;   b1(v2: i32):
;;     v3 = i32.const 3
;;     v4 = i32.shl v2, v3
;;     v5 = i32.load v4 offset=256
;;     v6 = i32.load v4 offset=260
;;     v7 = i32.lt_s v5, v6
;;     br_if v7, b3, b4
;;   b2:
;;     v10 = i32.mul v5, v5
;;     i32.store v4, v10 offset=256
;;     v11 = i32.const 1
;;     v12 = i32.add v2, v11
;;     v13 = i32.lt_s v12, v0
;;     br_if v13, b1(v12), b5
;;   b3:
;;     v9 = i32.add v5, v3
;;     i32.store v4, v9 offset=260
;;     jump b2
;;   b4:
;;     jump b2
;;   b5:
;;     v14 = call f0
;;     return v14
;;   b6:
;;     v17 = i32.const -2147483647
;;     v18 = i32.const -2147483648
;;     v19 = i32.add v0, v18
;;     v20 = i32.le_u v17, v19
;;     v21 = i64.extend_i32_u v68
;;     v23 = i64.extend_i32_u v1
;;     v24 = i64.const 8
;;     v25 = i64.mul v21, v24
;;     v26 = i64.add v23, v25
;;     v27 = memory.size m0
;;     v28 = i64.extend_i32_u v27
;;     v29 = i64.const 16
;;     v30 = i64.shl v28, v29
;;     v31 = i64.const 264
;;     v32 = i64.add v26, v31
;;     v33 = i64.le_u v32, v30
;;     v34 = i32.and v20, v33
;;     br_if v34, b7, b10(v1) !weights 1000 1
;;   b7:
;;     v37 = i32.const 2
;;     v38 = i32.shr_u v68, v37
;;     v47 = v128.const 0x00000003000000030000000300000003
;;     v53 = v128.const 0xffffffffffffffffffffffffffffffff
;;     v63 = i32.shl v38, v37
;;     v64 = i32.add v1, v63
;;     jump b8(v1)
;;   b8(v39: i32):
;;     v40 = i32.const 3
;;     v41 = i32.shl v39, v40
;;     v42 = v128.load v41 offset=256 align=4
;;     v43 = v128.load v41 offset=272 align=4
;;     v44 = i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 v42, v43
;;     v45 = i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 v42, v43
;;     v46 = i32x4.lt_s v44, v45
;;     v48 = i32x4.add v44, v47
;;     v49 = i32x4.mul v44, v44
;;     v50 = i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 v49, v48
;;     v51 = i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 v49, v48
;;     v54 = i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 v53, v46
;;     v55 = i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 v53, v46
;;     v57 = v128.bitselect v50, v42, v54
;;     v128.store v41, v57 offset=256 align=4
;;     v59 = v128.bitselect v51, v43, v55
;;     v128.store v41, v59 offset=272 align=4
;;     v60 = i32.const 4
;;     v61 = i32.add v39, v60
;;     v65 = i32.ne v61, v64
;;     br_if v65, b8(v61), b9 !weights 1000 1
;;   b9:
;;     jump b10(v61)
;;   b10(v66: i32):
;;     jump b1(v66)
;;   }
;;   func f5 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v64 = i32.const -1
;;     v65 = i32.add v0, v64
;;     v66 = i32.const 4
;;     v67 = i32.ge_u v65, v66
;;     br_if v67, b6, b10(v1) !weights 1000 1
;;   b1(v2: i32):
;;     v3 = i32.const 3
;;     v4 = i32.shl v2, v3
;;     v5 = i32.load v4 offset=260
;;     v6 = i32.const 1
;;     v7 = i32.add v5, v6
;;     i32.store v4, v7 offset=256
;;     v9 = i32.lt_s v5, v1
;;     br_if v9, b3, b4
;;   b2:
;;     v12 = i32.xor v5, v3
;;     i32.store v4, v12 offset=260
;;     v14 = i32.add v2, v6
;;     v15 = i32.lt_s v14, v0
;;     br_if v15, b1(v14), b5
;;   b3:
;;     v10 = i32.mul v5, v5
;;     i32.store v4, v10 offset=256
;;     jump b2
;;   b4:
;;     jump b2
;;   b5:
;;     v16 = call f0
;;     return v16
;;   b6:
;;     v19 = i32.const -2147483647
;;     v20 = i32.const -2147483648
;;     v21 = i32.add v0, v20
;;     v22 = i32.le_u v19, v21
;;     v23 = i64.extend_i32_u v65
;;     v25 = i64.extend_i32_u v1
;;     v26 = i64.const 8
;;     v27 = i64.mul v23, v26
;;     v28 = i64.add v25, v27
;;     v29 = memory.size m0
;;     v30 = i64.extend_i32_u v29
;;     v31 = i64.const 16
;;     v32 = i64.shl v30, v31
;;     v33 = i64.const 264
;;     v34 = i64.add v28, v33
;;     v35 = i64.le_u v34, v32
;;     v36 = i32.and v22, v35
;;     br_if v36, b7, b10(v1) !weights 1000 1
;;   b7:
;;     v39 = i32.const 2
;;     v40 = i32.shr_u v65, v39
;;     v47 = v128.const 0x00000001000000010000000100000001
;;     v49 = v128.const 0x00000000000000000000000000000000
;;     v52 = v128.const 0x00000003000000030000000300000003
;;     v60 = i32.shl v40, v39
;;     v61 = i32.add v1, v60
;;     jump b8(v1)
;;   b8(v41: i32):
;;     v42 = i32.const 3
;;     v43 = i32.shl v41, v42
;;     v44 = v128.load v43 offset=260 align=4
;;     v45 = v128.load v43 offset=276 align=4
;;     v46 = i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 v44, v45
;;     v48 = i32x4.add v46, v47
;;     v50 = i32x4.lt_s v46, v49
;;     v51 = i32x4.mul v46, v46
;;     v53 = v128.xor v46, v52
;;     v54 = v128.bitselect v51, v48, v50
;;     v55 = i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 v54, v53
;;     v56 = i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 v54, v53
;;     v128.store v43, v55 offset=256 align=4
;;     v128.store v43, v56 offset=272 align=4
;;     v58 = i32.add v41, v66
;;     v62 = i32.ne v58, v61
;;     br_if v62, b8(v58), b9 !weights 1000 1
;;   b9:
;;     jump b10(v58)
;;   b10(v63: i32):
;;     jump b1(v63)
;;   }
;;   data data0 active m0 (i32.const 256) "\0b0Uz\9f\c4\e9\0e3X}\a2\c7\ec\116[\80\a5\ca\ef\149^\83\a8\cd\f2\17<a\86\ab\d0\f5\1a?d\89\ae\0b0Uz\9f\c4\e9\0e3X}\a2\c7\ec\116[\80\a5\ca\ef\149^\83\a8\cd\f2\17<a\86\ab\d0\f5\1a?d\89\ae\0b0Uz\9f\c4\e9\0e3X}\a2\c7\ec\116[\80\a5\ca\ef\149^\83\a8\cd\f2\17<a\86\ab\d0\f5\1a?d\89\ae"
;; }
