;; A stencil of three elements: one load per iteration is left.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,predictive-commoning,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(3) == 0
(module
  (memory 1)
  (func (export "f") (param $n i32) (result f64)
    (local $s f64) (local $i i32)
    (loop $l
      (local.set $s (f64.add (local.get $s) (f64.add (f64.load offset=8 (local.get $i))
        (f64.add (f64.load offset=16 (local.get $i)) (f64.load offset=24 (local.get $i))))))
      (local.set $i (i32.add (local.get $i) (i32.const 8)))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (f64)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = f64.const 0.0
;;     v2 = i32.const 0
;;     v16 = f64.load v2 offset=8
;;     v18 = f64.load v2 offset=16
;;     jump b1(v0, v2, v1, v16, v18)
;;   b1(v13: i32, v4: i32, v3: f64, v17: f64, v19: f64):
;;     v7 = f64.load v4 offset=24
;;     v8 = f64.add v19, v7
;;     v9 = f64.add v17, v8
;;     v10 = f64.add v3, v9
;;     v11 = i32.const 8
;;     v12 = i32.add v4, v11
;;     v14 = i32.const 1
;;     v15 = i32.sub v13, v14
;;     br_if v15, b1(v15, v12, v10, v19, v7), b2
;;   b2:
;;     return v10
;;   }
;; }
