;; A branch on null refines the type of the value on the other edge.
;; test: print
(module
  (type $f (func (result i32)))
  (func (export "f") (param (ref null $f)) (result i32)
    (block $null
      (return (call_ref $f (br_on_null $null (local.get 0)))))
    (i32.const -1)))

;; expect:
;; module {
;;   ty0 "f" = func () -> (i32)
;;   ty1 = func ((ref null ty0)) -> (i32)
;;   export "f" f0
;;   func f0 : ty1 {
;;   b0(v0: (ref null ty0)):
;;     br_on_null v0, b1, [v1] b2(v1)
;;   b1:
;;     v4 = i32.const -1
;;     return v4
;;   b2(v2: (ref ty0)):
;;     v3 = call_ref ty0 v2
;;     return v3
;;   }
;; }
