;; Not memory.fill: bytes that differ, a value that changes, gaps, or an output without bulk memory.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-deletion,loop-idiom,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(7) == 7
;; run: g(7) == 7
;; run: h(7) == 7
(module
  (memory 1)
  (func (export "f") (param $x i32) (result i32)
    (local $i i32)
    (loop $l
      (i32.store (i32.shl (local.get $i) (i32.const 2)) (i32.const 1))
      (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 100))))
    (local.get $x))
  (func (export "g") (param $x i32) (result i32)
    (local $i i32)
    (loop $l
      (i32.store8 (local.get $i) (local.get $i))
      (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 100))))
    (local.get $x))
  (func (export "h") (param $x i32) (result i32)
    (local $i i32)
    (loop $l
      (i32.store8 (i32.shl (local.get $i) (i32.const 1)) (i32.const 0))
      (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 100))))
    (local.get $x))
  (func (export "k") (memory.fill (i32.const 0) (i32.const 0) (i32.const 0))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   ty1 = func () -> ()
;;   memory m0 : i32 1..
;;   export "f" f0
;;   export "g" f1
;;   export "h" f2
;;   export "k" f3
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b1(v1)
;;   b1(v2: i32):
;;     v3 = i32.const 2
;;     v4 = i32.shl v2, v3
;;     v5 = i32.const 1
;;     i32.store v4, v5
;;     v7 = i32.add v2, v5
;;     v8 = i32.const 100
;;     v9 = i32.ne v7, v8
;;     br_if v9, b1(v7), b2
;;   b2:
;;     return v0
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b1(v1)
;;   b1(v2: i32):
;;     i32.store8 v2, v2
;;     v3 = i32.const 1
;;     v4 = i32.add v2, v3
;;     v5 = i32.const 100
;;     v6 = i32.ne v4, v5
;;     br_if v6, b1(v4), b2
;;   b2:
;;     return v0
;;   }
;;   func f2 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b1(v1)
;;   b1(v2: i32):
;;     v3 = i32.const 1
;;     v4 = i32.shl v2, v3
;;     i32.store8 v4, v1
;;     v7 = i32.add v2, v3
;;     v8 = i32.const 100
;;     v9 = i32.ne v7, v8
;;     br_if v9, b1(v7), b2
;;   b2:
;;     return v0
;;   }
;;   func f3 : ty1 {
;;   b0:
;;     v0 = i32.const 0
;;     memory.fill m0 v0, v0, v0
;;     return
;;   }
;; }
