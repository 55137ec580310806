;; Sums and differences between the limits of narrow lanes, and rounded averages, have vector operators.
;; test: pass loop-vectorize,gvn,dce
;; features: simd
;; run: add_u8(40) == 591816630
;; run: sub_u8(40) == 1450608852
;; run: greater(40) == 988285686
;; run: mix(40) == -933855360
;; run: mix_sub(40) == -695030732
;; run: average(40) == 561833004
;; run: other_limit(40) == 1825102549
;; run: signed_as_unsigned(40) == -274017620
;; run: not_rounded(40) == 705909164
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\0b\30\55\7a\9f\c4\e9\0e\33\58\7d\a2\c7\ec\11\36\5b\80\a5\ca\ef\14\39\5e\83\a8\cd\f2\17\3c\61\86\ab\d0\f5\1a\3f\64\89\ae\0b\30\55\7a\9f\c4\e9\0e\33\58\7d\a2\c7\ec\11\36\5b\80\a5\ca\ef\14\39\5e\83\a8\cd\f2\17\3c\61\86\ab\d0\f5\1a\3f\64\89\ae\0b\30\55\7a\9f\c4\e9\0e\33\58\7d\a2\c7\ec\11\36\5b\80\a5\ca\ef\14\39\5e\83\a8\cd\f2\17\3c\61\86\ab\d0\f5\1a\3f\64\89\ae")
  (func $hash (result i32) (local $i i32) (local $h i32)
    (loop $next
      (local.set $h (i32.add (i32.mul (local.get $h) (i32.const 31)) (i32.load8_u offset=192 (local.get $i))))
      (br_if $next (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 2048))))
    (local.get $h))
  ;; `i8x16.add_sat_u`.
  (func (export "add_u8") (param $n i32) (result i32) (local $i i32) (local $a i32) (local $b i32) (local $x i32)
    (loop $next
      (local.set $a (i32.load8_u offset=256 (local.get $i)))
      (local.set $b (i32.load8_u offset=271 (local.get $i)))
      (local.set $x (i32.add (local.get $a) (local.get $b))) (local.set $x (select (local.get $x) (i32.const 255) (i32.lt_s (local.get $x) (i32.const 255))))
      (i32.store8 offset=1024 (local.get $i) (local.get $x))
      (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (call $hash))
  ;; `i8x16.sub_sat_u`.
  (func (export "sub_u8") (param $n i32) (result i32) (local $i i32) (local $a i32) (local $b i32) (local $x i32)
    (loop $next
      (local.set $a (i32.load8_u offset=256 (local.get $i)))
      (local.set $b (i32.load8_u offset=271 (local.get $i)))
      (local.set $x (i32.sub (local.get $a) (local.get $b))) (local.set $x (select (local.get $x) (i32.const 0) (i32.gt_s (local.get $x) (i32.const 0))))
      (i32.store8 offset=1024 (local.get $i) (local.get $x))
      (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (call $hash))
  ;; The same, by a comparison of the operands; of 16 bits.
  (func (export "greater") (param $n i32) (result i32) (local $i i32) (local $a i32) (local $b i32) (local $x i32)
    (loop $next
      (local.set $a (i32.load16_u offset=256 (i32.shl (local.get $i) (i32.const 1))))
      (local.set $b (i32.load16_u offset=271 (i32.shl (local.get $i) (i32.const 1))))
      (local.set $x (select (i32.sub (local.get $a) (local.get $b)) (i32.const 0) (i32.gt_u (local.get $a) (local.get $b))))
      (i32.store16 offset=1024 (i32.shl (local.get $i) (i32.const 1)) (local.get $x))
      (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (call $hash))
  ;; `i16x8.add_sat_s`.
  (func (export "mix") (param $n i32) (result i32) (local $i i32) (local $a i32) (local $b i32) (local $x i32)
    (loop $next
      (local.set $a (i32.load16_s offset=256 (i32.shl (local.get $i) (i32.const 1))))
      (local.set $b (i32.load16_s offset=271 (i32.shl (local.get $i) (i32.const 1))))
      (local.set $x (i32.add (local.get $a) (local.get $b))) (local.set $x (select (local.get $x) (i32.const 32767) (i32.lt_s (local.get $x) (i32.const 32767)))) (local.set $x (select (local.get $x) (i32.const -32768) (i32.gt_s (local.get $x) (i32.const -32768))))
      (i32.store16 offset=1024 (i32.shl (local.get $i) (i32.const 1)) (local.get $x))
      (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (call $hash))
  ;; `i8x16.sub_sat_s`, the lower limit first.
  (func (export "mix_sub") (param $n i32) (result i32) (local $i i32) (local $a i32) (local $b i32) (local $x i32)
    (loop $next
      (local.set $a (i32.load8_s offset=256 (local.get $i)))
      (local.set $b (i32.load8_s offset=271 (local.get $i)))
      (local.set $x (i32.sub (local.get $a) (local.get $b))) (local.set $x (select (local.get $x) (i32.const -128) (i32.gt_s (local.get $x) (i32.const -128)))) (local.set $x (select (local.get $x) (i32.const 127) (i32.lt_s (local.get $x) (i32.const 127))))
      (i32.store8 offset=1024 (local.get $i) (local.get $x))
      (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (call $hash))
  ;; `i8x16.avgr_u`.
  (func (export "average") (param $n i32) (result i32) (local $i i32) (local $a i32) (local $b i32) (local $x i32)
    (loop $next
      (local.set $a (i32.load8_u offset=256 (local.get $i)))
      (local.set $b (i32.load8_u offset=271 (local.get $i)))
      (local.set $x (i32.shr_u (i32.add (i32.add (local.get $a) (i32.const 1)) (local.get $b)) (i32.const 1)))
      (i32.store8 offset=1024 (local.get $i) (local.get $x))
      (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (call $hash))
  ;; Another limit: not by such an operator.
  (func (export "other_limit") (param $n i32) (result i32) (local $i i32) (local $a i32) (local $b i32) (local $x i32)
    (loop $next
      (local.set $a (i32.load8_u offset=256 (local.get $i)))
      (local.set $b (i32.load8_u offset=271 (local.get $i)))
      (local.set $x (i32.add (local.get $a) (local.get $b))) (local.set $x (select (local.get $x) (i32.const 254) (i32.lt_s (local.get $x) (i32.const 254))))
      (i32.store8 offset=1024 (local.get $i) (local.get $x))
      (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (call $hash))
  ;; Signed numbers with the limit of unsigned ones: not by such an operator.
  (func (export "signed_as_unsigned") (param $n i32) (result i32) (local $i i32) (local $a i32) (local $b i32) (local $x i32)
    (loop $next
      (local.set $a (i32.load8_s offset=256 (local.get $i)))
      (local.set $b (i32.load8_s offset=271 (local.get $i)))
      (local.set $x (i32.add (local.get $a) (local.get $b))) (local.set $x (select (local.get $x) (i32.const 255) (i32.lt_s (local.get $x) (i32.const 255))))
      (i32.store8 offset=1024 (local.get $i) (local.get $x))
      (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (call $hash))
  ;; An average that is not rounded up: not by such an operator.
  (func (export "not_rounded") (param $n i32) (result i32) (local $i i32) (local $a i32) (local $b i32) (local $x i32)
    (loop $next
      (local.set $a (i32.load8_u offset=256 (local.get $i)))
      (local.set $b (i32.load8_u offset=271 (local.get $i)))
      (local.set $x (i32.shr_u (i32.add (local.get $a) (local.get $b)) (i32.const 1)))
      (i32.store8 offset=1024 (local.get $i) (local.get $x))
      (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (call $hash))
)

;; expect:
;; module {
;;   ty0 = func () -> (i32)
;;   ty1 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "memory" m0
;;   export "add_u8" f1
;;   export "sub_u8" f2
;;   export "greater" f3
;;   export "mix" f4
;;   export "mix_sub" f5
;;   export "average" f6
;;   export "other_limit" f7
;;   export "signed_as_unsigned" f8
;;   export "not_rounded" f9
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
;;     v49 = i32.const -1
;;     v50 = i32.add v0, v49
;;     v51 = i32.const 16
;;     v52 = i32.ge_u v50, v51
;;     br_if v52, b3, b7(v1) !weights 1000 1
;;   b1(v2: i32):
;;     v3 = i32.load8_u v2 offset=256
;;     v4 = i32.load8_u v2 offset=271
;;     v5 = i32.add v3, v4
;;     v6 = i32.const 255
;;     v8 = i32.lt_s v5, v6
;;     v9 = select v5, v6, v8
;;     i32.store8 v2, v9 offset=1024
;;     v10 = i32.const 1
;;     v11 = i32.add v2, v10
;;     v12 = i32.lt_s v11, v0
;;     br_if v12, b1(v11), b2
;;   b2:
;;     v13 = call f0
;;     return v13
;;   b3:
;;     v16 = i32.const -2147483647
;;     v17 = i32.const -2147483648
;;     v18 = i32.add v0, v17
;;     v19 = i32.le_u v16, v18
;;     v20 = i64.extend_i32_u v50
;;     v22 = i64.extend_i32_u v1
;;     v23 = i64.const 1
;;     v24 = i64.mul v20, v23
;;     v25 = i64.add v22, v24
;;     v26 = memory.size m0
;;     v27 = i64.extend_i32_u v26
;;     v28 = i64.const 16
;;     v29 = i64.shl v27, v28
;;     v30 = i64.const 1025
;;     v31 = i64.add v25, v30
;;     v32 = i64.le_u v31, v29
;;     v33 = i32.and v19, v32
;;     br_if v33, b4, b7(v1) !weights 1000 1
;;   b4:
;;     v36 = i32.const 4
;;     v37 = i32.shr_u v50, v36
;;     v45 = i32.shl v37, v36
;;     v46 = i32.add v1, v45
;;     jump b5(v1)
;;   b5(v38: i32):
;;     v39 = v128.load v38 offset=256 align=1
;;     v40 = v128.load v38 offset=271 align=1
;;     v41 = i8x16.add_sat_u v39, v40
;;     v128.store v38, v41 offset=1024 align=1
;;     v43 = i32.add v38, v51
;;     v47 = i32.ne v43, v46
;;     br_if v47, b5(v43), b6 !weights 1000 1
;;   b6:
;;     jump b7(v43)
;;   b7(v48: i32):
;;     jump b1(v48)
;;   }
;;   func f2 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v49 = i32.const -1
;;     v50 = i32.add v0, v49
;;     v51 = i32.const 16
;;     v52 = i32.ge_u v50, v51
;;     br_if v52, b3, b7(v1) !weights 1000 1
;;   b1(v2: i32):
;;     v3 = i32.load8_u v2 offset=256
;;     v4 = i32.load8_u v2 offset=271
;;     v5 = i32.sub v3, v4
;;     v8 = i32.gt_s v5, v1
;;     v9 = select v5, v1, v8
;;     i32.store8 v2, v9 offset=1024
;;     v10 = i32.const 1
;;     v11 = i32.add v2, v10
;;     v12 = i32.lt_s v11, v0
;;     br_if v12, b1(v11), b2
;;   b2:
;;     v13 = call f0
;;     return v13
;;   b3:
;;     v16 = i32.const -2147483647
;;     v17 = i32.const -2147483648
;;     v18 = i32.add v0, v17
;;     v19 = i32.le_u v16, v18
;;     v20 = i64.extend_i32_u v50
;;     v22 = i64.extend_i32_u v1
;;     v23 = i64.const 1
;;     v24 = i64.mul v20, v23
;;     v25 = i64.add v22, v24
;;     v26 = memory.size m0
;;     v27 = i64.extend_i32_u v26
;;     v28 = i64.const 16
;;     v29 = i64.shl v27, v28
;;     v30 = i64.const 1025
;;     v31 = i64.add v25, v30
;;     v32 = i64.le_u v31, v29
;;     v33 = i32.and v19, v32
;;     br_if v33, b4, b7(v1) !weights 1000 1
;;   b4:
;;     v36 = i32.const 4
;;     v37 = i32.shr_u v50, v36
;;     v45 = i32.shl v37, v36
;;     v46 = i32.add v1, v45
;;     jump b5(v1)
;;   b5(v38: i32):
;;     v39 = v128.load v38 offset=256 align=1
;;     v40 = v128.load v38 offset=271 align=1
;;     v41 = i8x16.sub_sat_u v39, v40
;;     v128.store v38, v41 offset=1024 align=1
;;     v43 = i32.add v38, v51
;;     v47 = i32.ne v43, v46
;;     br_if v47, b5(v43), b6 !weights 1000 1
;;   b6:
;;     jump b7(v43)
;;   b7(v48: i32):
;;     jump b1(v48)
;;   }
;;   func f3 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v56 = i32.const -1
;;     v57 = i32.add v0, v56
;;     v58 = i32.const 8
;;     v59 = i32.ge_u v57, v58
;;     br_if v59, b3, b7(v1) !weights 1000 1
;;   b1(v2: i32):
;;     v3 = i32.const 1
;;     v4 = i32.shl v2, v3
;;     v5 = i32.load16_u v4 offset=256
;;     v8 = i32.load16_u v4 offset=271
;;     v9 = i32.sub v5, v8
;;     v11 = i32.gt_u v5, v8
;;     v12 = select v9, v1, v11
;;     i32.store16 v4, v12 offset=1024
;;     v16 = i32.add v2, v3
;;     v17 = i32.lt_s v16, v0
;;     br_if v17, b1(v16), b2
;;   b2:
;;     v18 = call f0
;;     return v18
;;   b3:
;;     v21 = i32.const -2147483647
;;     v22 = i32.const -2147483648
;;     v23 = i32.add v0, v22
;;     v24 = i32.le_u v21, v23
;;     v25 = i64.extend_i32_u v57
;;     v27 = i64.extend_i32_u v1
;;     v28 = i64.const 2
;;     v29 = i64.mul v25, v28
;;     v30 = i64.add v27, v29
;;     v31 = memory.size m0
;;     v32 = i64.extend_i32_u v31
;;     v33 = i64.const 16
;;     v34 = i64.shl v32, v33
;;     v35 = i64.const 1026
;;     v36 = i64.add v30, v35
;;     v37 = i64.le_u v36, v34
;;     v38 = i32.and v24, v37
;;     br_if v38, b4, b7(v1) !weights 1000 1
;;   b4:
;;     v41 = i32.const 3
;;     v42 = i32.shr_u v57, v41
;;     v52 = i32.shl v42, v41
;;     v53 = i32.add v1, v52
;;     jump b5(v1)
;;   b5(v43: i32):
;;     v44 = i32.const 1
;;     v45 = i32.shl v43, v44
;;     v46 = v128.load v45 offset=256 align=2
;;     v47 = v128.load v45 offset=271 align=2
;;     v48 = i16x8.sub_sat_u v46, v47
;;     v128.store v45, v48 offset=1024 align=2
;;     v50 = i32.add v43, v58
;;     v54 = i32.ne v50, v53
;;     br_if v54, b5(v50), b6 !weights 1000 1
;;   b6:
;;     jump b7(v50)
;;   b7(v55: i32):
;;     jump b1(v55)
;;   }
;;   func f4 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v61 = i32.const -1
;;     v62 = i32.add v0, v61
;;     v63 = i32.const 8
;;     v64 = i32.ge_u v62, v63
;;     br_if v64, b3, b7(v1) !weights 1000 1
;;   b1(v2: i32):
;;     v3 = i32.const 1
;;     v4 = i32.shl v2, v3
;;     v5 = i32.load16_s v4 offset=256
;;     v8 = i32.load16_s v4 offset=271
;;     v9 = i32.add v5, v8
;;     v10 = i32.const 32767
;;     v12 = i32.lt_s v9, v10
;;     v13 = select v9, v10, v12
;;     v14 = i32.const -32768
;;     v16 = i32.gt_s v13, v14
;;     v17 = select v13, v14, v16
;;     i32.store16 v4, v17 offset=1024
;;     v21 = i32.add v2, v3
;;     v22 = i32.lt_s v21, v0
;;     br_if v22, b1(v21), b2
;;   b2:
;;     v23 = call f0
;;     return v23
;;   b3:
;;     v26 = i32.const -2147483647
;;     v27 = i32.const -2147483648
;;     v28 = i32.add v0, v27
;;     v29 = i32.le_u v26, v28
;;     v30 = i64.extend_i32_u v62
;;     v32 = i64.extend_i32_u v1
;;     v33 = i64.const 2
;;     v34 = i64.mul v30, v33
;;     v35 = i64.add v32, v34
;;     v36 = memory.size m0
;;     v37 = i64.extend_i32_u v36
;;     v38 = i64.const 16
;;     v39 = i64.shl v37, v38
;;     v40 = i64.const 1026
;;     v41 = i64.add v35, v40
;;     v42 = i64.le_u v41, v39
;;     v43 = i32.and v29, v42
;;     br_if v43, b4, b7(v1) !weights 1000 1
;;   b4:
;;     v46 = i32.const 3
;;     v47 = i32.shr_u v62, v46
;;     v57 = i32.shl v47, v46
;;     v58 = i32.add v1, v57
;;     jump b5(v1)
;;   b5(v48: i32):
;;     v49 = i32.const 1
;;     v50 = i32.shl v48, v49
;;     v51 = v128.load v50 offset=256 align=2
;;     v52 = v128.load v50 offset=271 align=2
;;     v53 = i16x8.add_sat_s v51, v52
;;     v128.store v50, v53 offset=1024 align=2
;;     v55 = i32.add v48, v63
;;     v59 = i32.ne v55, v58
;;     br_if v59, b5(v55), b6 !weights 1000 1
;;   b6:
;;     jump b7(v55)
;;   b7(v60: i32):
;;     jump b1(v60)
;;   }
;;   func f5 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v53 = i32.const -1
;;     v54 = i32.add v0, v53
;;     v55 = i32.const 16
;;     v56 = i32.ge_u v54, v55
;;     br_if v56, b3, b7(v1) !weights 1000 1
;;   b1(v2: i32):
;;     v3 = i32.load8_s v2 offset=256
;;     v4 = i32.load8_s v2 offset=271
;;     v5 = i32.sub v3, v4
;;     v6 = i32.const -128
;;     v8 = i32.gt_s v5, v6
;;     v9 = select v5, v6, v8
;;     v10 = i32.const 127
;;     v12 = i32.lt_s v9, v10
;;     v13 = select v9, v10, v12
;;     i32.store8 v2, v13 offset=1024
;;     v14 = i32.const 1
;;     v15 = i32.add v2, v14
;;     v16 = i32.lt_s v15, v0
;;     br_if v16, b1(v15), b2
;;   b2:
;;     v17 = call f0
;;     return v17
;;   b3:
;;     v20 = i32.const -2147483647
;;     v21 = i32.const -2147483648
;;     v22 = i32.add v0, v21
;;     v23 = i32.le_u v20, v22
;;     v24 = i64.extend_i32_u v54
;;     v26 = i64.extend_i32_u v1
;;     v27 = i64.const 1
;;     v28 = i64.mul v24, v27
;;     v29 = i64.add v26, v28
;;     v30 = memory.size m0
;;     v31 = i64.extend_i32_u v30
;;     v32 = i64.const 16
;;     v33 = i64.shl v31, v32
;;     v34 = i64.const 1025
;;     v35 = i64.add v29, v34
;;     v36 = i64.le_u v35, v33
;;     v37 = i32.and v23, v36
;;     br_if v37, b4, b7(v1) !weights 1000 1
;;   b4:
;;     v40 = i32.const 4
;;     v41 = i32.shr_u v54, v40
;;     v49 = i32.shl v41, v40
;;     v50 = i32.add v1, v49
;;     jump b5(v1)
;;   b5(v42: i32):
;;     v43 = v128.load v42 offset=256 align=1
;;     v44 = v128.load v42 offset=271 align=1
;;     v45 = i8x16.sub_sat_s v43, v44
;;     v128.store v42, v45 offset=1024 align=1
;;     v47 = i32.add v42, v55
;;     v51 = i32.ne v47, v50
;;     br_if v51, b5(v47), b6 !weights 1000 1
;;   b6:
;;     jump b7(v47)
;;   b7(v52: i32):
;;     jump b1(v52)
;;   }
;;   func f6 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v49 = i32.const -1
;;     v50 = i32.add v0, v49
;;     v51 = i32.const 16
;;     v52 = i32.ge_u v50, v51
;;     br_if v52, b3, b7(v1) !weights 1000 1
;;   b1(v2: i32):
;;     v3 = i32.load8_u v2 offset=256
;;     v4 = i32.load8_u v2 offset=271
;;     v5 = i32.const 1
;;     v6 = i32.add v3, v5
;;     v7 = i32.add v6, v4
;;     v9 = i32.shr_u v7, v5
;;     i32.store8 v2, v9 offset=1024
;;     v11 = i32.add v2, v5
;;     v12 = i32.lt_s v11, v0
;;     br_if v12, b1(v11), b2
;;   b2:
;;     v13 = call f0
;;     return v13
;;   b3:
;;     v16 = i32.const -2147483647
;;     v17 = i32.const -2147483648
;;     v18 = i32.add v0, v17
;;     v19 = i32.le_u v16, v18
;;     v20 = i64.extend_i32_u v50
;;     v22 = i64.extend_i32_u v1
;;     v23 = i64.const 1
;;     v24 = i64.mul v20, v23
;;     v25 = i64.add v22, v24
;;     v26 = memory.size m0
;;     v27 = i64.extend_i32_u v26
;;     v28 = i64.const 16
;;     v29 = i64.shl v27, v28
;;     v30 = i64.const 1025
;;     v31 = i64.add v25, v30
;;     v32 = i64.le_u v31, v29
;;     v33 = i32.and v19, v32
;;     br_if v33, b4, b7(v1) !weights 1000 1
;;   b4:
;;     v36 = i32.const 4
;;     v37 = i32.shr_u v50, v36
;;     v45 = i32.shl v37, v36
;;     v46 = i32.add v1, v45
;;     jump b5(v1)
;;   b5(v38: i32):
;;     v39 = v128.load v38 offset=256 align=1
;;     v40 = v128.load v38 offset=271 align=1
;;     v41 = i8x16.avgr_u v40, v39
;;     v128.store v38, v41 offset=1024 align=1
;;     v43 = i32.add v38, v51
;;     v47 = i32.ne v43, v46
;;     br_if v47, b5(v43), b6 !weights 1000 1
;;   b6:
;;     jump b7(v43)
;;   b7(v48: i32):
;;     jump b1(v48)
;;   }
;;   func f7 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v56 = i32.const -1
;;     v57 = i32.add v0, v56
;;     v58 = i32.const 16
;;     v59 = i32.ge_u v57, v58
;;     br_if v59, b3, b7(v1) !weights 1000 1
;;   b1(v2: i32):
;;     v3 = i32.load8_u v2 offset=256
;;     v4 = i32.load8_u v2 offset=271
;;     v5 = i32.add v3, v4
;;     v6 = i32.const 254
;;     v8 = i32.lt_s v5, v6
;;     v9 = select v5, v6, v8
;;     i32.store8 v2, v9 offset=1024
;;     v10 = i32.const 1
;;     v11 = i32.add v2, v10
;;     v12 = i32.lt_s v11, v0
;;     br_if v12, b1(v11), b2
;;   b2:
;;     v13 = call f0
;;     return v13
;;   b3:
;;     v16 = i32.const -2147483647
;;     v17 = i32.const -2147483648
;;     v18 = i32.add v0, v17
;;     v19 = i32.le_u v16, v18
;;     v20 = i64.extend_i32_u v57
;;     v22 = i64.extend_i32_u v1
;;     v23 = i64.const 1
;;     v24 = i64.mul v20, v23
;;     v25 = i64.add v22, v24
;;     v26 = memory.size m0
;;     v27 = i64.extend_i32_u v26
;;     v28 = i64.const 16
;;     v29 = i64.shl v27, v28
;;     v30 = i64.const 1025
;;     v31 = i64.add v25, v30
;;     v32 = i64.le_u v31, v29
;;     v33 = i32.and v19, v32
;;     br_if v33, b4, b7(v1) !weights 1000 1
;;   b4:
;;     v36 = i32.const 4
;;     v37 = i32.shr_u v57, v36
;;     v45 = v128.const 0x00fe00fe00fe00fe00fe00fe00fe00fe
;;     v52 = i32.shl v37, v36
;;     v53 = i32.add v1, v52
;;     jump b5(v1)
;;   b5(v38: i32):
;;     v39 = v128.load8x8_u v38 offset=256 align=1
;;     v40 = v128.load8x8_u v38 offset=264 align=1
;;     v41 = v128.load8x8_u v38 offset=271 align=1
;;     v42 = v128.load8x8_u v38 offset=279 align=1
;;     v43 = i16x8.add v39, v41
;;     v44 = i16x8.add v40, v42
;;     v46 = i16x8.min_u v43, v45
;;     v47 = i16x8.min_u v44, v45
;;     v48 = i8x16.narrow_i16x8_u v46, v47
;;     v128.store v38, v48 offset=1024 align=1
;;     v50 = i32.add v38, v58
;;     v54 = i32.ne v50, v53
;;     br_if v54, b5(v50), b6 !weights 1000 1
;;   b6:
;;     jump b7(v50)
;;   b7(v55: i32):
;;     jump b1(v55)
;;   }
;;   func f8 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v56 = i32.const -1
;;     v57 = i32.add v0, v56
;;     v58 = i32.const 16
;;     v59 = i32.ge_u v57, v58
;;     br_if v59, b3, b7(v1) !weights 1000 1
;;   b1(v2: i32):
;;     v3 = i32.load8_s v2 offset=256
;;     v4 = i32.load8_s v2 offset=271
;;     v5 = i32.add v3, v4
;;     v6 = i32.const 255
;;     v8 = i32.lt_s v5, v6
;;     v9 = select v5, v6, v8
;;     i32.store8 v2, v9 offset=1024
;;     v10 = i32.const 1
;;     v11 = i32.add v2, v10
;;     v12 = i32.lt_s v11, v0
;;     br_if v12, b1(v11), b2
;;   b2:
;;     v13 = call f0
;;     return v13
;;   b3:
;;     v16 = i32.const -2147483647
;;     v17 = i32.const -2147483648
;;     v18 = i32.add v0, v17
;;     v19 = i32.le_u v16, v18
;;     v20 = i64.extend_i32_u v57
;;     v22 = i64.extend_i32_u v1
;;     v23 = i64.const 1
;;     v24 = i64.mul v20, v23
;;     v25 = i64.add v22, v24
;;     v26 = memory.size m0
;;     v27 = i64.extend_i32_u v26
;;     v28 = i64.const 16
;;     v29 = i64.shl v27, v28
;;     v30 = i64.const 1025
;;     v31 = i64.add v25, v30
;;     v32 = i64.le_u v31, v29
;;     v33 = i32.and v19, v32
;;     br_if v33, b4, b7(v1) !weights 1000 1
;;   b4:
;;     v36 = i32.const 4
;;     v37 = i32.shr_u v57, v36
;;     v45 = v128.const 0x00ff00ff00ff00ff00ff00ff00ff00ff
;;     v52 = i32.shl v37, v36
;;     v53 = i32.add v1, v52
;;     jump b5(v1)
;;   b5(v38: i32):
;;     v39 = v128.load8x8_s v38 offset=256 align=1
;;     v40 = v128.load8x8_s v38 offset=264 align=1
;;     v41 = v128.load8x8_s v38 offset=271 align=1
;;     v42 = v128.load8x8_s v38 offset=279 align=1
;;     v43 = i16x8.add v39, v41
;;     v44 = i16x8.add v40, v42
;;     v46 = i16x8.min_s v43, v45
;;     v47 = i16x8.min_s v44, v45
;;     v48 = i8x16.shuffle 0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 v46, v47
;;     v128.store v38, v48 offset=1024 align=1
;;     v50 = i32.add v38, v58
;;     v54 = i32.ne v50, v53
;;     br_if v54, b5(v50), b6 !weights 1000 1
;;   b6:
;;     jump b7(v50)
;;   b7(v55: i32):
;;     jump b1(v55)
;;   }
;;   func f9 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v54 = i32.const -1
;;     v55 = i32.add v0, v54
;;     v56 = i32.const 16
;;     v57 = i32.ge_u v55, v56
;;     br_if v57, b3, b7(v1) !weights 1000 1
;;   b1(v2: i32):
;;     v3 = i32.load8_u v2 offset=256
;;     v4 = i32.load8_u v2 offset=271
;;     v5 = i32.add v3, v4
;;     v6 = i32.const 1
;;     v7 = i32.shr_u v5, v6
;;     i32.store8 v2, v7 offset=1024
;;     v9 = i32.add v2, v6
;;     v10 = i32.lt_s v9, v0
;;     br_if v10, b1(v9), b2
;;   b2:
;;     v11 = call f0
;;     return v11
;;   b3:
;;     v14 = i32.const -2147483647
;;     v15 = i32.const -2147483648
;;     v16 = i32.add v0, v15
;;     v17 = i32.le_u v14, v16
;;     v18 = i64.extend_i32_u v55
;;     v20 = i64.extend_i32_u v1
;;     v21 = i64.const 1
;;     v22 = i64.mul v18, v21
;;     v23 = i64.add v20, v22
;;     v24 = memory.size m0
;;     v25 = i64.extend_i32_u v24
;;     v26 = i64.const 16
;;     v27 = i64.shl v25, v26
;;     v28 = i64.const 1025
;;     v29 = i64.add v23, v28
;;     v30 = i64.le_u v29, v27
;;     v31 = i32.and v17, v30
;;     br_if v31, b4, b7(v1) !weights 1000 1
;;   b4:
;;     v34 = i32.const 4
;;     v35 = i32.shr_u v55, v34
;;     v43 = i32.const 1
;;     v50 = i32.shl v35, v34
;;     v51 = i32.add v1, v50
;;     jump b5(v1)
;;   b5(v36: i32):
;;     v37 = v128.load8x8_u v36 offset=256 align=1
;;     v38 = v128.load8x8_u v36 offset=264 align=1
;;     v39 = v128.load8x8_u v36 offset=271 align=1
;;     v40 = v128.load8x8_u v36 offset=279 align=1
;;     v41 = i16x8.add v37, v39
;;     v42 = i16x8.add v38, v40
;;     v44 = i16x8.shr_u v41, v43
;;     v45 = i16x8.shr_u v42, v43
;;     v46 = i8x16.narrow_i16x8_u v44, v45
;;     v128.store v36, v46 offset=1024 align=1
;;     v48 = i32.add v36, v56
;;     v52 = i32.ne v48, v51
;;     br_if v52, b5(v48), b6 !weights 1000 1
;;   b6:
;;     jump b7(v48)
;;   b7(v53: i32):
;;     jump b1(v53)
;;   }
;;   data data0 active m0 (i32.const 256) "\0b0Uz\9f\c4\e9\0e3X}\a2\c7\ec\116[\80\a5\ca\ef\149^\83\a8\cd\f2\17<a\86\ab\d0\f5\1a?d\89\ae\0b0Uz\9f\c4\e9\0e3X}\a2\c7\ec\116[\80\a5\ca\ef\149^\83\a8\cd\f2\17<a\86\ab\d0\f5\1a?d\89\ae\0b0Uz\9f\c4\e9\0e3X}\a2\c7\ec\116[\80\a5\ca\ef\149^\83\a8\cd\f2\17<a\86\ab\d0\f5\1a?d\89\ae"
;; }
