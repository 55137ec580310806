;; "result += a*b": a sum in memory that nothing else in the loop accesses is passed on in a value.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,predictive-commoning,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(4) == 30
(module
  (memory 1)
  (func (export "f") (param $n i32) (result i32)
    (loop $l
      (i32.store (i32.const 8) (i32.add (i32.load (i32.const 8)) (i32.mul (local.get $n) (local.get $n))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (i32.load (i32.const 8))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v11 = i32.const 8
;;     v12 = i32.load v11
;;     jump b1(v0, v12)
;;   b1(v4: i32, v13: i32):
;;     v1 = i32.const 8
;;     v5 = i32.mul v4, v4
;;     v6 = i32.add v13, v5
;;     i32.store v1, v6
;;     v7 = i32.const 1
;;     v8 = i32.sub v4, v7
;;     br_if v8, b1(v8, v6), b2
;;   b2:
;;     v9 = i32.const 8
;;     v10 = i32.load v9
;;     return v10
;;   }
;; }
