;; A copy between unknown addresses becomes memory.copy under a check that both are in bounds and the overlap is
;; harmless.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-deletion,loop-idiom,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(119, 200, 50) == 3083
;; run: f(101, 100, 20) == 2827
;; run: f(100, 65530, 20) == trap
;; run: f(65530, 100, 20) == trap
;; run: f(100, 101, 19) == 0
(module
  (memory 1)
  (data (i32.const 100) "\0b")
  (data (i32.const 200) "\0b\0c\0d")
  (func (export "f") (param $p i32) (param $q i32) (param $n i32) (result i32)
    (local $i i32)
    (block $out (loop $l
      (br_if $out (i32.ge_u (local.get $i) (local.get $n)))
      (i32.store8 (i32.add (local.get $p) (local.get $i))
        (i32.load8_u (i32.add (local.get $q) (local.get $i))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $l)))
    (i32.load16_u (i32.const 119)))
  (func (export "peek") (param i32) (result i32) (i32.load8_u (local.get 0)))
  (func (export "k") (memory.fill (i32.const 0) (i32.const 0) (i32.const 0))))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   ty1 = func (i32) -> (i32)
;;   ty2 = func () -> ()
;;   memory m0 : i32 1..
;;   export "f" f0
;;   export "peek" f1
;;   export "k" f2
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     br_if v2, b5, b1
;;   b1:
;;     v11 = i32.const 119
;;     v12 = i32.load16_u v11
;;     return v12
;;   b4(v14: i32):
;;     v6 = i32.add v0, v14
;;     v7 = i32.add v1, v14
;;     v8 = i32.load8_u v7
;;     i32.store8 v6, v8
;;     v9 = i32.const 1
;;     v10 = i32.add v14, v9
;;     v5 = i32.ge_u v10, v2
;;     br_if v5, b1, b4(v10)
;;   b5:
;;     v15 = i32.const -1
;;     v16 = i32.add v2, v15
;;     v17 = i64.extend_i32_u v16
;;     v18 = i64.const 1
;;     v19 = i64.add v17, v18
;;     v20 = i64.extend_i32_u v0
;;     v21 = memory.size m0
;;     v22 = i64.extend_i32_u v21
;;     v23 = i64.const 16
;;     v24 = i64.shl v22, v23
;;     v25 = i64.add v20, v19
;;     v26 = i64.le_u v25, v24
;;     v27 = i32.const 15
;;     v28 = i32.ge_u v16, v27
;;     v29 = i32.and v26, v28
;;     v30 = i64.extend_i32_u v1
;;     v31 = i64.add v30, v19
;;     v32 = i64.le_u v31, v24
;;     v33 = i32.and v29, v32
;;     v34 = i64.sub v20, v30
;;     v35 = i64.const -1
;;     v36 = i64.add v34, v35
;;     v39 = i64.le_u v17, v36
;;     v40 = i32.and v33, v39
;;     br_if v40, b7, b4(v3)
;;   b7:
;;     memory.copy m0 m0 v0, v1, v2
;;     jump b1
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.load8_u v0
;;     return v1
;;   }
;;   func f2 : ty2 {
;;   b0:
;;     v0 = i32.const 0
;;     memory.fill m0 v0, v0, v0
;;     return
;;   }
;;   data data0 active m0 (i32.const 100) "\0b"
;;   data data1 active m0 (i32.const 200) "\0b\0c\0d"
;; }
