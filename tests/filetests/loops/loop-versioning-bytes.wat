;; Loop versioning: stores of single bytes, up to the last one before an array header and from the first one behind
;; it, and one that overlaps a byte of it.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-versioning,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(200, 192, 8) == 8
;; run: f(200, 193, 8) == 8
;; run: f(200, 197, 8) == 7
;; run: f(200, 205, 8) == 8
;; run: f(200, 207, 8) == 8
;; run: f(200, 208, 8) == 8
;; run: f(200, 208, 9) == trap
(module
  (memory (export "m") 1)
  (data (i32.const 200) "\00\00\00\00\08\00\00\00")
  (func (export "f") (param $a i32) (param $p i32) (param $n i32) (result i32)
    (local $i i32) (local $s i32)
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.load8_u offset=4 (local.get $a))))
      (if (i32.ge_u (local.get $i) (i32.load offset=4 (local.get $a))) (then unreachable))
      (i32.store8 (i32.add (local.get $p) (local.get $i)) (local.get $i))
      (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (i32.load8_u offset=4 (local.get $a))))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "m" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     v15 = i32.const -1
;;     v16 = i32.add v2, v15
;;     v17 = i64.extend_i32_u v16
;;     v18 = i32.load8_u v0 offset=4
;;     v19 = i32.load v0 offset=4
;;     v26 = i32.lt_u v16, v19
;;     v27 = i64.extend_i32_u v1
;;     v30 = i64.add v27, v17
;;     v31 = i64.const 4294967295
;;     v32 = i64.le_u v30, v31
;;     v33 = i32.and v26, v32
;;     v34 = i64.extend_i32_u v0
;;     v35 = i64.sub v34, v27
;;     v36 = i64.const 7
;;     v37 = i64.add v35, v36
;;     v39 = i64.const 4
;;     v40 = i64.add v17, v39
;;     v41 = i64.ge_u v37, v40
;;     v42 = i32.and v33, v41
;;     br_if v42, b7(v3), b1(v3) !weights 1000 1
;;   b1(v7: i32):
;;     v5 = i32.load8_u v0 offset=4
;;     v8 = i32.load v0 offset=4
;;     v9 = i32.ge_u v7, v8
;;     br_if v9, b3, b2
;;   b2:
;;     v10 = i32.add v1, v7
;;     i32.store8 v10, v7
;;     v11 = i32.const 1
;;     v12 = i32.add v7, v11
;;     v13 = i32.ne v12, v2
;;     br_if v13, b1(v12), b5
;;   b3:
;;     unreachable
;;   b5:
;;     v14 = i32.load8_u v0 offset=4
;;     return v14
;;   b7(v43: i32):
;;     v49 = i32.add v1, v43
;;     i32.store8 v49, v43
;;     v50 = i32.const 1
;;     v51 = i32.add v43, v50
;;     v52 = i32.ne v51, v2
;;     br_if v52, b7(v51), b5
;;   }
;;   data data0 active m0 (i32.const 200) "\00\00\00\00\08\00\00\00"
;; }
