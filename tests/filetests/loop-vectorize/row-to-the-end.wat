;; Every third byte, up to the last one of memory, eight iterations at a time: the 24 bytes of a row are loaded as a vector and
;; a half.
;; test: pass loop-vectorize,gvn,dce
;; features: simd
;; run: third(65463, 1024, 25) == 293
;; run: third(65464, 1024, 25) == trap
;; run: third(65488, 1024, 25) == trap
;; run: fifth(65415, 1024, 25) == 125
;; run: fifth(65416, 1024, 25) == trap
(module
  (memory (export "memory") 1)
  (data (i32.const 65440) "\0b\30\55\7a\9f\c4\e9\0e\33\58\7d\a2\c7\ec\11\36\5b\80\a5\ca\ef\14\39\5e\83\a8\cd\f2\17\3c\61\86\ab\d0\f5\1a\3f\64\89\ae\0b\30\55\7a\9f\c4\e9\0e\33\58\7d\a2\c7\ec\11\36\5b\80\a5\ca\ef\14\39\5e\83\a8\cd\f2\17\3c\61\86\ab\d0\f5\1a\3f\64\89\ae\0b\30\55\7a\9f\c4\e9\0e\33\58\7d\a2\c7\ec\11\36")
  (func (export "third") (param $p i32) (param $q i32) (param $n i32) (result i64) (local $i i32)
    (loop $next
      (i64.store (i32.add (local.get $q) (i32.shl (local.get $i) (i32.const 3)))
        (i64.add (i64.load (i32.add (local.get $q) (i32.shl (local.get $i) (i32.const 3))))
          (i64.load8_u (i32.add (local.get $p) (i32.mul (local.get $i) (i32.const 3))))))
      (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (i64.add (i64.load (local.get $q)) (i64.load offset=184 (local.get $q))))
  (func (export "fifth") (param $p i32) (param $q i32) (param $n i32) (result i64) (local $i i32)
    (loop $next
      (i64.store (i32.add (local.get $q) (i32.shl (local.get $i) (i32.const 3)))
        (i64.add (i64.load (i32.add (local.get $q) (i32.shl (local.get $i) (i32.const 3))))
          (i64.load8_u (i32.add (local.get $p) (i32.mul (local.get $i) (i32.const 5))))))
      (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (i64.add (i64.load (local.get $q)) (i64.load offset=184 (local.get $q))))
)

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i64)
;;   memory m0 : i32 1..
;;   export "memory" m0
;;   export "third" f0
;;   export "fifth" f1
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     v94 = i32.const -1
;;     v95 = i32.add v2, v94
;;     v96 = i32.const 8
;;     v97 = i32.ge_u v95, v96
;;     br_if v97, b3, b7(v3) !weights 1000 1
;;   b1(v4: i32):
;;     v5 = i32.const 3
;;     v6 = i32.shl v4, v5
;;     v7 = i32.add v1, v6
;;     v11 = i64.load v7
;;     v13 = i32.mul v4, v5
;;     v14 = i32.add v0, v13
;;     v15 = i64.load8_u v14
;;     v16 = i64.add v11, v15
;;     i64.store v7, v16
;;     v17 = i32.const 1
;;     v18 = i32.add v4, v17
;;     v19 = i32.lt_s v18, v2
;;     br_if v19, b1(v18), b2
;;   b2:
;;     v20 = i64.load v1
;;     v21 = i64.load v1 offset=184
;;     v22 = i64.add v20, v21
;;     return v22
;;   b3:
;;     v25 = i32.const -2147483647
;;     v26 = i32.const -2147483648
;;     v27 = i32.add v2, v26
;;     v28 = i32.le_u v25, v27
;;     v29 = i64.extend_i32_u v95
;;     v30 = i64.extend_i32_u v1
;;     v31 = i64.const 8
;;     v32 = i64.mul v29, v31
;;     v33 = i64.add v30, v32
;;     v34 = memory.size m0
;;     v35 = i64.extend_i32_u v34
;;     v36 = i64.const 16
;;     v37 = i64.shl v35, v36
;;     v39 = i64.add v33, v31
;;     v40 = i64.le_u v39, v37
;;     v41 = i32.and v28, v40
;;     v42 = i64.extend_i32_u v0
;;     v43 = i64.const 3
;;     v44 = i64.mul v29, v43
;;     v45 = i64.add v42, v44
;;     v46 = i64.const 1
;;     v47 = i64.add v45, v46
;;     v48 = i64.le_u v47, v37
;;     v49 = i32.and v41, v48
;;     v54 = i64.le_u v39, v42
;;     v55 = i64.le_u v47, v30
;;     v56 = i32.or v54, v55
;;     v57 = i32.and v49, v56
;;     br_if v57, b4, b7(v3) !weights 1000 1
;;   b4:
;;     v60 = i32.const 3
;;     v61 = i32.shr_u v95, v60
;;     v90 = i32.shl v61, v60
;;     v91 = i32.add v3, v90
;;     jump b5(v3)
;;   b5(v62: i32):
;;     v64 = i32.shl v62, v60
;;     v65 = i32.add v1, v64
;;     v66 = v128.load v65 align=8
;;     v67 = v128.load v65 offset=16 align=8
;;     v68 = v128.load v65 offset=32 align=8
;;     v69 = v128.load v65 offset=48 align=8
;;     v71 = i32.mul v62, v60
;;     v72 = i32.add v0, v71
;;     v73 = v128.load v72 align=1
;;     v74 = v128.load64_zero v72 offset=16 align=1
;;     v75 = i8x16.shuffle 0 3 6 9 12 15 18 21 0 0 0 0 0 0 0 0 v73, v74
;;     v76 = i16x8.extend_low_i8x16_u v75
;;     v77 = i32x4.extend_low_i16x8_u v76
;;     v78 = i32x4.extend_high_i16x8_u v76
;;     v79 = i64x2.extend_low_i32x4_u v77
;;     v80 = i64x2.extend_high_i32x4_u v77
;;     v81 = i64x2.extend_low_i32x4_u v78
;;     v82 = i64x2.extend_high_i32x4_u v78
;;     v83 = i64x2.add v66, v79
;;     v84 = i64x2.add v67, v80
;;     v85 = i64x2.add v68, v81
;;     v86 = i64x2.add v69, v82
;;     v128.store v65, v83 align=8
;;     v128.store v65, v84 offset=16 align=8
;;     v128.store v65, v85 offset=32 align=8
;;     v128.store v65, v86 offset=48 align=8
;;     v88 = i32.add v62, v96
;;     v92 = i32.ne v88, v91
;;     br_if v92, b5(v88), b6 !weights 1000 1
;;   b6:
;;     jump b7(v88)
;;   b7(v93: i32):
;;     jump b1(v93)
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     v96 = i32.const -1
;;     v97 = i32.add v2, v96
;;     v98 = i32.const 8
;;     v99 = i32.ge_u v97, v98
;;     br_if v99, b3, b7(v3) !weights 1000 1
;;   b1(v4: i32):
;;     v5 = i32.const 3
;;     v6 = i32.shl v4, v5
;;     v7 = i32.add v1, v6
;;     v11 = i64.load v7
;;     v12 = i32.const 5
;;     v13 = i32.mul v4, v12
;;     v14 = i32.add v0, v13
;;     v15 = i64.load8_u v14
;;     v16 = i64.add v11, v15
;;     i64.store v7, v16
;;     v17 = i32.const 1
;;     v18 = i32.add v4, v17
;;     v19 = i32.lt_s v18, v2
;;     br_if v19, b1(v18), b2
;;   b2:
;;     v20 = i64.load v1
;;     v21 = i64.load v1 offset=184
;;     v22 = i64.add v20, v21
;;     return v22
;;   b3:
;;     v25 = i32.const -2147483647
;;     v26 = i32.const -2147483648
;;     v27 = i32.add v2, v26
;;     v28 = i32.le_u v25, v27
;;     v29 = i64.extend_i32_u v97
;;     v30 = i64.extend_i32_u v1
;;     v31 = i64.const 8
;;     v32 = i64.mul v29, v31
;;     v33 = i64.add v30, v32
;;     v34 = memory.size m0
;;     v35 = i64.extend_i32_u v34
;;     v36 = i64.const 16
;;     v37 = i64.shl v35, v36
;;     v39 = i64.add v33, v31
;;     v40 = i64.le_u v39, v37
;;     v41 = i32.and v28, v40
;;     v42 = i64.extend_i32_u v0
;;     v43 = i64.const 5
;;     v44 = i64.mul v29, v43
;;     v45 = i64.add v42, v44
;;     v46 = i64.const 1
;;     v47 = i64.add v45, v46
;;     v48 = i64.le_u v47, v37
;;     v49 = i32.and v41, v48
;;     v54 = i64.le_u v39, v42
;;     v55 = i64.le_u v47, v30
;;     v56 = i32.or v54, v55
;;     v57 = i32.and v49, v56
;;     br_if v57, b4, b7(v3) !weights 1000 1
;;   b4:
;;     v60 = i32.const 3
;;     v61 = i32.shr_u v97, v60
;;     v92 = i32.shl v61, v60
;;     v93 = i32.add v3, v92
;;     jump b5(v3)
;;   b5(v62: i32):
;;     v64 = i32.shl v62, v60
;;     v65 = i32.add v1, v64
;;     v66 = v128.load v65 align=8
;;     v67 = v128.load v65 offset=16 align=8
;;     v68 = v128.load v65 offset=32 align=8
;;     v69 = v128.load v65 offset=48 align=8
;;     v70 = i32.const 5
;;     v71 = i32.mul v62, v70
;;     v72 = i32.add v0, v71
;;     v73 = v128.load v72 align=1
;;     v74 = v128.load v72 offset=16 align=1
;;     v75 = v128.load64_zero v72 offset=32 align=1
;;     v76 = i8x16.shuffle 0 5 10 15 20 25 30 7 0 0 0 0 0 0 0 0 v73, v74
;;     v77 = i8x16.shuffle 0 1 2 3 4 5 6 19 0 0 0 0 0 0 0 0 v76, v75
;;     v78 = i16x8.extend_low_i8x16_u v77
;;     v79 = i32x4.extend_low_i16x8_u v78
;;     v80 = i32x4.extend_high_i16x8_u v78
;;     v81 = i64x2.extend_low_i32x4_u v79
;;     v82 = i64x2.extend_high_i32x4_u v79
;;     v83 = i64x2.extend_low_i32x4_u v80
;;     v84 = i64x2.extend_high_i32x4_u v80
;;     v85 = i64x2.add v66, v81
;;     v86 = i64x2.add v67, v82
;;     v87 = i64x2.add v68, v83
;;     v88 = i64x2.add v69, v84
;;     v128.store v65, v85 align=8
;;     v128.store v65, v86 offset=16 align=8
;;     v128.store v65, v87 offset=32 align=8
;;     v128.store v65, v88 offset=48 align=8
;;     v90 = i32.add v62, v98
;;     v94 = i32.ne v90, v93
;;     br_if v94, b5(v90), b6 !weights 1000 1
;;   b6:
;;     jump b7(v90)
;;   b7(v95: i32):
;;     jump b1(v95)
;;   }
;;   data data0 active m0 (i32.const 65440) "\0b0Uz\9f\c4\e9\0e3X}\a2\c7\ec\116[\80\a5\ca\ef\149^\83\a8\cd\f2\17<a\86\ab\d0\f5\1a?d\89\ae\0b0Uz\9f\c4\e9\0e3X}\a2\c7\ec\116[\80\a5\ca\ef\149^\83\a8\cd\f2\17<a\86\ab\d0\f5\1a?d\89\ae\0b0Uz\9f\c4\e9\0e3X}\a2\c7\ec\116"
;; }
