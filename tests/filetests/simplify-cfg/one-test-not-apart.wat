;; No interval: 4 passes neither test.
;; test: pass unreachable,ssa-cleanup,simplify-cfg,dce
;; run: f(3, 5) == 7
;; run: f(4, 5) == 25
;; run: f(5, 5) == 7
(module
  (func (export "f") (param $x i32) (param $y i32) (result i32)
    (block $seven
      (br_if $seven (i32.eq (local.get $x) (i32.const 3)))
      (br_if $seven (i32.eq (local.get $x) (i32.const 5)))
      (return (i32.mul (local.get $y) (local.get $y))))
    (i32.const 7)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 3
;;     v3 = i32.eq v0, v2
;;     br_if v3, b1, b2
;;   b1:
;;     v7 = i32.const 7
;;     return v7
;;   b2:
;;     v4 = i32.const 5
;;     v5 = i32.eq v0, v4
;;     br_if v5, b1, b3
;;   b3:
;;     v6 = i32.mul v1, v1
;;     return v6
;;   }
;; }
