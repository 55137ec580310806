;; Floats are folded bit for bit: x + 0 is not x for -0, and x - x is not 0 for infinities.
;; test: pass fold,dce
;; run: add(-0.0) == 0
;; run: sub(inf) == nan
;; run: constant() == 0.30000000000000004
(module
  (func (export "add") (param f64) (result f64) (f64.add (local.get 0) (f64.const 0)))
  (func (export "sub") (param f64) (result f64) (f64.sub (local.get 0) (local.get 0)))
  (func (export "constant") (result f64) (f64.add (f64.const 0.1) (f64.const 0.2))))

;; expect:
;; module {
;;   ty0 = func (f64) -> (f64)
;;   ty1 = func () -> (f64)
;;   export "add" f0
;;   export "sub" f1
;;   export "constant" f2
;;   func f0 : ty0 {
;;   b0(v0: f64):
;;     v1 = f64.const 0.0
;;     v2 = f64.add v0, v1
;;     return v2
;;   }
;;   func f1 : ty0 {
;;   b0(v0: f64):
;;     v1 = f64.sub v0, v0
;;     return v1
;;   }
;;   func f2 : ty1 {
;;   b0:
;;     v2 = f64.const 0.30000000000000004
;;     return v2
;;   }
;; }
