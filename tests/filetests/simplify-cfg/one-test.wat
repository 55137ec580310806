;; Two branches on tests of one value lead to the same block with the same arguments: one branch tests an interval.
;; test: pass unreachable,ssa-cleanup,simplify-cfg,dce
;; run: f(47) == 1
;; run: f(48) == 2
;; run: f(57) == 2
;; run: f(58) == 1
;; run: f(-1) == 1
(module
  (func (export "f") (param $c i32) (result i32)
    (if (i32.ge_s (local.get $c) (i32.const 48)) (then
      (if (i32.le_s (local.get $c) (i32.const 57)) (then
        (return (i32.const 2))))))
    (i32.const 1)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v7 = i32.const -58
;;     v8 = i32.add v0, v7
;;     v9 = i32.const -10
;;     v10 = i32.lt_u v8, v9
;;     br_if v10, b1, b5
;;   b1:
;;     v6 = i32.const 1
;;     return v6
;;   b5:
;;     v5 = i32.const 2
;;     return v5
;;   }
;; }
