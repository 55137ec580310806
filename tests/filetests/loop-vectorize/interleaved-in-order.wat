;; Stores that are executed together, later than they were, must not pass another access of the same bytes.
;; test: pass loop-vectorize,gvn,dce
;; features: simd
;; run: read(40) == 1342662585
;; run: next(40) == -1765826101
;; run: behind(40) == 1768982362
;; run: before(40) == -1611692104
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\0b\30\55\7a\9f\c4\e9\0e\33\58\7d\a2\c7\ec\11\36\5b\80\a5\ca\ef\14\39\5e\83\a8\cd\f2\17\3c\61\86\ab\d0\f5\1a\3f\64\89\ae\0b\30\55\7a\9f\c4\e9\0e\33\58\7d\a2\c7\ec\11\36\5b\80\a5\ca\ef\14\39\5e\83\a8\cd\f2\17\3c\61\86\ab\d0\f5\1a\3f\64\89\ae\0b\30\55\7a\9f\c4\e9\0e\33\58\7d\a2\c7\ec\11\36\5b\80\a5\ca\ef\14\39\5e\83\a8\cd\f2\17\3c\61\86\ab\d0\f5\1a\3f\64\89\ae")
  (func $hash (result i32) (local $i i32) (local $h i32)
    (loop $next
      (local.set $h (i32.add (i32.mul (local.get $h) (i32.const 31)) (i32.load8_u offset=192 (local.get $i))))
      (br_if $next (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 2048))))
    (local.get $h))
  ;; Refused: the first field is read in between, as its own bytes.
  (func (export "read") (param $n i32) (result i32) (local $i i32) (local $p i32)
    (loop $next
      (local.set $p (i32.shl (local.get $i) (i32.const 3)))
      (i32.store offset=256 (local.get $p) (i32.add (i32.load offset=260 (local.get $p)) (i32.const 5)))
      (i32.store offset=260 (local.get $p) (i32.load16_u offset=257 (local.get $p)))
      (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (call $hash))
  ;; Refused: what is read in between was stored by an iteration before.
  (func (export "next") (param $n i32) (result i32) (local $i i32) (local $p i32)
    (loop $next
      (local.set $p (i32.shl (local.get $i) (i32.const 3)))
      (i32.store offset=264 (local.get $p) (i32.add (i32.load offset=268 (local.get $p)) (i32.const 5)))
      (i32.store offset=268 (local.get $p) (i32.load offset=256 (local.get $p)))
      (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (call $hash))
  ;; Vectorized: a later iteration stores what is read in between.
  (func (export "behind") (param $n i32) (result i32) (local $i i32) (local $p i32)
    (loop $next
      (local.set $p (i32.shl (local.get $i) (i32.const 3)))
      (i32.store offset=256 (local.get $p) (i32.add (i32.load offset=260 (local.get $p)) (i32.const 5)))
      (i32.store offset=260 (local.get $p) (i32.load offset=264 (local.get $p)))
      (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (call $hash))
  ;; Refused: it is stored after what a later iteration reads ahead of it.
  (func (export "before") (param $n i32) (result i32) (local $i i32) (local $p i32)
    (loop $next
      (local.set $p (i32.shl (local.get $i) (i32.const 3)))
      (i32.store offset=264 (local.get $p) (i32.add (i32.load offset=256 (local.get $p)) (i32.const 5)))
      (i32.store offset=268 (local.get $p) (i32.const 9))
      (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (call $hash))
)

;; expect:
;; module {
;;   ty0 = func () -> (i32)
;;   ty1 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "memory" m0
;;   export "read" f1
;;   export "next" f2
;;   export "behind" f3
;;   export "before" f4
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
;;     jump b1(v1)
;;   b1(v2: i32):
;;     v3 = i32.const 3
;;     v4 = i32.shl v2, v3
;;     v5 = i32.load v4 offset=260
;;     v6 = i32.const 5
;;     v7 = i32.add v5, v6
;;     i32.store v4, v7 offset=256
;;     v13 = i32.const 8
;;     v14 = i32.shr_u v7, v13
;;     v15 = i32.const 65535
;;     v8 = i32.and v14, v15
;;     i32.store v4, v8 offset=260
;;     v9 = i32.const 1
;;     v10 = i32.add v2, v9
;;     v11 = i32.lt_s v10, v0
;;     br_if v11, b1(v10), b2
;;   b2:
;;     v12 = call f0
;;     return v12
;;   }
;;   func f2 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b1(v1)
;;   b1(v2: i32):
;;     v3 = i32.const 3
;;     v4 = i32.shl v2, v3
;;     v5 = i32.load v4 offset=268
;;     v6 = i32.const 5
;;     v7 = i32.add v5, v6
;;     i32.store v4, v7 offset=264
;;     v8 = i32.load v4 offset=256
;;     i32.store v4, v8 offset=268
;;     v9 = i32.const 1
;;     v10 = i32.add v2, v9
;;     v11 = i32.lt_s v10, v0
;;     br_if v11, b1(v10), b2
;;   b2:
;;     v12 = call f0
;;     return v12
;;   }
;;   func f3 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v57 = i32.const -1
;;     v58 = i32.add v0, v57
;;     v59 = i32.const 8
;;     v60 = i32.ge_u v58, v59
;;     br_if v60, b3, b7(v1) !weights 1000 1
;;   b1(v2: i32):
;;     v3 = i32.const 3
;;     v4 = i32.shl v2, v3
;;     v5 = i32.load v4 offset=260
;;     v6 = i32.const 5
;;     v7 = i32.add v5, v6
;;     i32.store v4, v7 offset=256
;;     v8 = i32.load v4 offset=264
;;     i32.store v4, v8 offset=260
;;     v9 = i32.const 1
;;     v10 = i32.add v2, v9
;;     v11 = i32.lt_s v10, v0
;;     br_if v11, b1(v10), b2
;;   b2:
;;     v12 = call f0
;;     return v12
;;   b3:
;;     v15 = i32.const -2147483647
;;     v16 = i32.const -2147483648
;;     v17 = i32.add v0, v16
;;     v18 = i32.le_u v15, v17
;;     v19 = i64.extend_i32_u v58
;;     v21 = i64.extend_i32_u v1
;;     v22 = i64.const 8
;;     v23 = i64.mul v19, v22
;;     v24 = i64.add v21, v23
;;     v25 = memory.size m0
;;     v26 = i64.extend_i32_u v25
;;     v27 = i64.const 16
;;     v28 = i64.shl v26, v27
;;     v29 = i64.const 268
;;     v30 = i64.add v24, v29
;;     v31 = i64.le_u v30, v28
;;     v32 = i32.and v18, v31
;;     br_if v32, b4, b7(v1) !weights 1000 1
;;   b4:
;;     v35 = i32.const 2
;;     v36 = i32.shr_u v58, v35
;;     v43 = v128.const 0x00000005000000050000000500000005
;;     v53 = i32.shl v36, v35
;;     v54 = i32.add v1, v53
;;     jump b5(v1)
;;   b5(v37: i32):
;;     v38 = i32.const 3
;;     v39 = i32.shl v37, v38
;;     v40 = v128.load v39 offset=260 align=4
;;     v41 = v128.load v39 offset=276 align=4
;;     v42 = i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 v40, v41
;;     v44 = i32x4.add v42, v43
;;     v47 = i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 v40, v41
;;     v48 = i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 v44, v47
;;     v49 = i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 v44, v47
;;     v128.store v39, v48 offset=256 align=4
;;     v128.store v39, v49 offset=272 align=4
;;     v50 = i32.const 4
;;     v51 = i32.add v37, v50
;;     v55 = i32.ne v51, v54
;;     br_if v55, b5(v51), b6 !weights 1000 1
;;   b6:
;;     jump b7(v51)
;;   b7(v56: i32):
;;     jump b1(v56)
;;   }
;;   func f4 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b1(v1)
;;   b1(v2: i32):
;;     v3 = i32.const 3
;;     v4 = i32.shl v2, v3
;;     v5 = i32.load v4 offset=256
;;     v6 = i32.const 5
;;     v7 = i32.add v5, v6
;;     i32.store v4, v7 offset=264
;;     v8 = i32.const 9
;;     i32.store v4, v8 offset=268
;;     v9 = i32.const 1
;;     v10 = i32.add v2, v9
;;     v11 = i32.lt_s v10, v0
;;     br_if v11, b1(v10), b2
;;   b2:
;;     v12 = call f0
;;     return v12
;;   }
;;   data data0 active m0 (i32.const 256) "\0b0Uz\9f\c4\e9\0e3X}\a2\c7\ec\116[\80\a5\ca\ef\149^\83\a8\cd\f2\17<a\86\ab\d0\f5\1a?d\89\ae\0b0Uz\9f\c4\e9\0e3X}\a2\c7\ec\116[\80\a5\ca\ef\149^\83\a8\cd\f2\17<a\86\ab\d0\f5\1a?d\89\ae\0b0Uz\9f\c4\e9\0e3X}\a2\c7\ec\116[\80\a5\ca\ef\149^\83\a8\cd\f2\17<a\86\ab\d0\f5\1a?d\89\ae"
;; }
