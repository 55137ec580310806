;; A load is not hoisted past a store whose address changes: it may alias in some iteration.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(8, 3) == 4
;; run: f(64, 3) == 0
(module
  (memory 1)
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (local $s i32)
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.load offset=16 (local.get $p))))
      (i32.store (i32.add (i32.shl (local.get $n) (i32.const 2)) (i32.const 16)) (i32.const 4))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     jump b1(v1, v2)
;;   b1(v6: i32, v3: i32):
;;     v4 = i32.load v0 offset=16
;;     v5 = i32.add v3, v4
;;     v7 = i32.const 2
;;     v8 = i32.shl v6, v7
;;     v9 = i32.const 16
;;     v10 = i32.add v8, v9
;;     v11 = i32.const 4
;;     i32.store v10, v11
;;     v12 = i32.const 1
;;     v13 = i32.sub v6, v12
;;     br_if v13, b1(v13, v5), b2
;;   b2:
;;     return v5
;;   }
;; }
