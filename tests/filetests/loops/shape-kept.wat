;; A loop in simplify form stays as it is.
;; test: pass unreachable,ssa-cleanup,simplify-cfg,ssa-cleanup,licm,predictive-commoning,loop-rotate
;; run: f(4) == 10
(module
  (func (export "f") (param $n i32) (result i32)
    (local $s i32)
    (loop $l
      (local.set $s (i32.add (local.get $s) (local.get $n)))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b1(v0, v1)
;;   b1(v3: i32, v2: i32):
;;     v4 = i32.add v2, v3
;;     v5 = i32.const 1
;;     v6 = i32.sub v3, v5
;;     br_if v6, b1(v6, v4), b2
;;   b2:
;;     return v4
;;   }
;; }
