;; The whole pass: a branch that chooses between 1 and 0 is removed.
;; test: pass graph,ssa-cleanup,dce
;; run: f(3, 5) == 1
;; run: f(5, 3) == 0
(module
  (func (export "f") (param $a i32) (param $b i32) (result i32)
    (if (result i32) (i32.lt_s (local.get $a) (local.get $b))
      (then (i32.const 1))
      (else (i32.const 0)))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.lt_s v0, v1
;;     return v2
;;   }
;; }
