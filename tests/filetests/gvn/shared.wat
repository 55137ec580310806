;; Equal computations are merged only if one dominates the other.
;; test: pass gvn,dce
;; run: dominated(3, 4) == 24
;; run: apart(3, 4) == 7
(module
  (func (export "dominated") (param i32 i32) (result i32)
    (local i32)
    (local.set 2 (i32.mul (local.get 0) (local.get 1)))
    (if (local.get 0)
      (then (local.set 2 (i32.add (local.get 2) (i32.mul (local.get 0) (local.get 1))))))
    (local.get 2))
  (func (export "apart") (param i32 i32) (result i32)
    (if (result i32) (local.get 0)
      (then (i32.add (local.get 0) (local.get 1)))
      (else (i32.sub (i32.add (local.get 0) (local.get 1)) (i32.const 1))))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   export "dominated" f0
;;   export "apart" f1
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v3 = i32.mul v0, v1
;;     br_if v0, b2, b3
;;   b1(v6: i32):
;;     return v6
;;   b2:
;;     v5 = i32.add v3, v3
;;     jump b1(v5)
;;   b3:
;;     jump b1(v3)
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     br_if v0, b2, b3
;;   b1(v2: i32):
;;     return v2
;;   b2:
;;     v3 = i32.add v0, v1
;;     jump b1(v3)
;;   b3:
;;     v4 = i32.add v0, v1
;;     v5 = i32.const 1
;;     v6 = i32.sub v4, v5
;;     jump b1(v6)
;;   }
;; }
