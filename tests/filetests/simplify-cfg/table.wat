;; A br_table with one target, or with a constant index, is a jump.
;; test: pass simplify-cfg,unreachable
;; run: same(7) == 1
;; run: constant() == 20
(module
  (func (export "same") (param i32) (result i32)
    (block $a (br_table $a $a $a (local.get 0)))
    (i32.const 1))
  (func (export "constant") (result i32)
    (block $a (block $b (br_table $a $b $a (i32.const 1)))
      (return (i32.const 20)))
    (i32.const 10)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   ty1 = func () -> (i32)
;;   export "same" f0
;;   export "constant" f1
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 1
;;     return v1
;;   }
;;   func f1 : ty1 {
;;   b0:
;;     v0 = i32.const 1
;;     v1 = i32.const 20
;;     return v1
;;   }
;; }
