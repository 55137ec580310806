;; A br_table has one edge for each distinct target with its arguments.
;; test: print
;; run: f(0) == 10
;; run: f(1) == 20
;; run: f(2) == 10
;; run: f(3) == 30
(module
  (func (export "f") (param i32) (result i32)
    (block $a (block $b (block $c
      (br_table $a $b $a $c (local.get 0)))
      (return (i32.const 30)))
      (return (i32.const 20)))
    (i32.const 10)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     br_table v0, b1, b2, b1, b3
;;   b1:
;;     v3 = i32.const 10
;;     return v3
;;   b2:
;;     v2 = i32.const 20
;;     return v2
;;   b3:
;;     v1 = i32.const 30
;;     return v1
;;   }
;; }
