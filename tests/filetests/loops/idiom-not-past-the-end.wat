;; A loop between constants that runs past the end of memory traps, and its stores before that are observable: it
;; stays. One that stops at the end becomes one operator.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-deletion,loop-idiom,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f() == trap
;; run: g() == 7
(module
  (memory (export "m") 1)
  (func (export "f") (result i32) (local $i i32)
    (loop $l
      (i32.store8 offset=65500 (local.get $i) (i32.const 7))
      (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 100))))
    (i32.load8_u (i32.const 65500)))
  (func (export "g") (result i32) (local $i i32)
    (loop $l
      (i32.store8 offset=65436 (local.get $i) (i32.const 7))
      (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 100))))
    (i32.load8_u (i32.const 65535)))
  ;; The input uses the proposal.
  (func (export "h") (memory.fill (i32.const 0) (i32.const 0) (i32.const 0))))

;; expect:
;; module {
;;   ty0 = func () -> (i32)
;;   ty1 = func () -> ()
;;   memory m0 : i32 1..
;;   export "m" m0
;;   export "f" f0
;;   export "g" f1
;;   export "h" f2
;;   func f0 : ty0 {
;;   b0:
;;     v0 = i32.const 0
;;     v17 = memory.size m0
;;     v18 = i64.extend_i32_u v17
;;     v19 = i64.const 16
;;     v20 = i64.shl v18, v19
;;     v21 = i64.const 65600
;;     v22 = i64.ge_u v20, v21
;;     br_if v22, b3, b1(v0)
;;   b1(v1: i32):
;;     v2 = i32.const 7
;;     i32.store8 v1, v2 offset=65500
;;     v3 = i32.const 1
;;     v4 = i32.add v1, v3
;;     v5 = i32.const 100
;;     v6 = i32.ne v4, v5
;;     br_if v6, b1(v4), b2
;;   b2:
;;     v7 = i32.const 65500
;;     v8 = i32.load8_u v7
;;     return v8
;;   b3:
;;     v23 = i32.const 65500
;;     v24 = i32.const 7
;;     v25 = i32.const 100
;;     memory.fill m0 v23, v24, v25
;;     jump b2
;;   }
;;   func f1 : ty0 {
;;   b0:
;;     v9 = i32.const 65436
;;     v10 = i32.const 7
;;     v11 = i32.const 100
;;     memory.fill m0 v9, v10, v11
;;     v8 = i32.const 7
;;     return v8
;;   }
;;   func f2 : ty1 {
;;   b0:
;;     v0 = i32.const 0
;;     memory.fill m0 v0, v0, v0
;;     return
;;   }
;; }
