;; The effects of the test are executed as often after rotation, and in the same order.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(3) == 4
;; run: f(0) == 1
(module
  (memory 1)
  (func (export "f") (param $n i32) (result i32)
    (block $out (loop $l
      (i32.store (i32.const 0) (i32.add (i32.load (i32.const 0)) (i32.const 1)))
      (br_if $out (i32.eqz (local.get $n)))
      (i32.store (i32.const 4) (i32.load (i32.const 0)))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br $l)))
    (i32.load (i32.const 0))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v15 = i32.const 0
;;     v16 = i32.const 0
;;     v17 = i32.load v16
;;     v18 = i32.const 1
;;     v19 = i32.add v17, v18
;;     i32.store v15, v19
;;     v20 = i32.eqz v0
;;     br_if v20, b1, b4(v0)
;;   b1:
;;     v13 = i32.const 0
;;     v14 = i32.load v13
;;     return v14
;;   b4(v21: i32):
;;     v8 = i32.const 4
;;     v9 = i32.const 0
;;     v10 = i32.load v9
;;     i32.store v8, v10
;;     v11 = i32.const 1
;;     v12 = i32.sub v21, v11
;;     v1 = i32.const 0
;;     v2 = i32.const 0
;;     v3 = i32.load v2
;;     v4 = i32.const 1
;;     v5 = i32.add v3, v4
;;     i32.store v1, v5
;;     v7 = i32.eqz v12
;;     br_if v7, b1, b4(v12)
;;   }
;; }
