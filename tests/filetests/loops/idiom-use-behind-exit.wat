;; A value of the loop that is used behind the exit block is its closed form, computed next to the bulk operator.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-idiom,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(100, 200, 1) == 100200
;; run: f(100, 200, 0) == 200001
;; run: f(100, 3, 0) == 3001
;; run: f(65500, 100, 0) == trap
(module
  (memory 1)
  (func (export "f") (param $p i32) (param $n i32) (param $q i32) (result i32)
    (local $i i32)
    (block $out (loop $l
      (br_if $out (i32.ge_s (local.get $i) (local.get $n)))
      (i32.store8 (i32.add (local.get $p) (local.get $i)) (i32.const 1))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $l)))
    (if (local.get $q) (then (return (i32.add (i32.const 100000) (local.get $i)))))
    (i32.add (i32.load8_u (local.get $p)) (i32.mul (local.get $i) (i32.const 1000))))
  (func (export "k") (memory.fill (i32.const 0) (i32.const 0) (i32.const 0))))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   ty1 = func () -> ()
;;   memory m0 : i32 1..
;;   export "f" f0
;;   export "k" f1
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     v16 = i32.le_s v1, v3
;;     br_if v16, b1(v3), b8
;;   b1(v18: i32):
;;     br_if v2, b5, b4
;;   b4:
;;     v12 = i32.load8_u v0
;;     v13 = i32.const 1000
;;     v14 = i32.mul v18, v13
;;     v15 = i32.add v12, v14
;;     return v15
;;   b5:
;;     v10 = i32.const 100000
;;     v11 = i32.add v18, v10
;;     return v11
;;   b7(v17: i32):
;;     v6 = i32.add v0, v17
;;     v7 = i32.const 1
;;     i32.store8 v6, v7
;;     v9 = i32.add v17, v7
;;     v5 = i32.ge_s v9, v1
;;     br_if v5, b1(v9), b7(v9)
;;   b8:
;;     v19 = i32.const -1
;;     v20 = i32.add v1, v19
;;     v21 = i64.extend_i32_u v20
;;     v22 = i64.const 1
;;     v23 = i64.add v21, v22
;;     v24 = i64.extend_i32_u v0
;;     v25 = memory.size m0
;;     v26 = i64.extend_i32_u v25
;;     v27 = i64.const 16
;;     v28 = i64.shl v26, v27
;;     v29 = i64.add v24, v23
;;     v30 = i64.le_u v29, v28
;;     v31 = i32.const 15
;;     v32 = i32.ge_u v20, v31
;;     v33 = i32.and v30, v32
;;     br_if v33, b10, b7(v3)
;;   b10:
;;     v34 = i32.const 1
;;     memory.fill m0 v0, v34, v1
;;     jump b1(v1)
;;   }
;;   func f1 : ty1 {
;;   b0:
;;     v0 = i32.const 0
;;     memory.fill m0 v0, v0, v0
;;     return
;;   }
;; }
