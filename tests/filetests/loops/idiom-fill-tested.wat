;; A fill that may be out of bounds becomes memory.fill under a check. Otherwise the loop stores up to the trap.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-deletion,loop-idiom,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(100, 200) == 257
;; run: f(100, 3) == 0
;; run: f(65500, 100) == trap
(module
  (memory 1)
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (local $i i32)
    (block $out (loop $l
      (br_if $out (i32.ge_s (local.get $i) (local.get $n)))
      (i32.store8 (i32.add (local.get $p) (local.get $i)) (i32.const 1))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $l)))
    (i32.load offset=298 (i32.const 0)))
  (func (export "peek") (param i32) (result i32) (i32.load8_u (local.get 0)))
  (func (export "k") (memory.fill (i32.const 0) (i32.const 0) (i32.const 0))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   ty1 = func (i32) -> (i32)
;;   ty2 = func () -> ()
;;   memory m0 : i32 1..
;;   export "f" f0
;;   export "peek" f1
;;   export "k" f2
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v11 = i32.le_s v1, v2
;;     br_if v11, b1, b5
;;   b1:
;;     v10 = i32.load v2 offset=298
;;     return v10
;;   b4(v12: i32):
;;     v5 = i32.add v0, v12
;;     v6 = i32.const 1
;;     i32.store8 v5, v6
;;     v8 = i32.add v12, v6
;;     v4 = i32.ge_s v8, v1
;;     br_if v4, b1, b4(v8)
;;   b5:
;;     v13 = i32.const -1
;;     v14 = i32.add v1, v13
;;     v15 = i64.extend_i32_u v14
;;     v16 = i64.const 1
;;     v17 = i64.add v15, v16
;;     v18 = i64.extend_i32_u v0
;;     v19 = memory.size m0
;;     v20 = i64.extend_i32_u v19
;;     v21 = i64.const 16
;;     v22 = i64.shl v20, v21
;;     v23 = i64.add v18, v17
;;     v24 = i64.le_u v23, v22
;;     v25 = i32.const 15
;;     v26 = i32.ge_u v14, v25
;;     v27 = i32.and v24, v26
;;     br_if v27, b7, b4(v2)
;;   b7:
;;     v28 = i32.const 1
;;     memory.fill m0 v0, v28, v1
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
;; }
