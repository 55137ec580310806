;; A load is not hoisted past a store that may alias.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(8, 3) == 3
;; run: f(64, 3) == 0
(module
  (memory 1)
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (local $s i32)
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.load (i32.const 8))))
      (i32.store (local.get $p) (i32.add (local.get $s) (i32.const 1)))
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
;;   b1(v9: i32, v3: i32):
;;     v4 = i32.const 8
;;     v5 = i32.load v4
;;     v6 = i32.add v3, v5
;;     v7 = i32.const 1
;;     v8 = i32.add v6, v7
;;     i32.store v0, v8
;;     v10 = i32.const 1
;;     v11 = i32.sub v9, v10
;;     br_if v11, b1(v11, v6), b2
;;   b2:
;;     return v6
;;   }
;; }
