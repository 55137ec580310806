;; A chain of three, from its end: 3 and 4 are an interval, and with what is below 3 they are another one.
;; test: pass unreachable,ssa-cleanup,simplify-cfg,dce
;; run: f(2, 5) == 7
;; run: f(3, 5) == 7
;; run: f(4, 5) == 7
;; run: f(5, 5) == 25
;; run: f(-1, 5) == 25
(module
  (func (export "f") (param $x i32) (param $y i32) (result i32)
    (block $seven
      (br_if $seven (i32.lt_u (local.get $x) (i32.const 3)))
      (br_if $seven (i32.eq (local.get $x) (i32.const 3)))
      (br_if $seven (i32.eq (local.get $x) (i32.const 4)))
      (return (i32.mul (local.get $y) (local.get $y))))
    (i32.const 7)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v14 = i32.const 5
;;     v15 = i32.lt_u v0, v14
;;     br_if v15, b1, b4
;;   b1:
;;     v9 = i32.const 7
;;     return v9
;;   b4:
;;     v8 = i32.mul v1, v1
;;     return v8
;;   }
;; }
