;; The second block is entered from elsewhere, where the first test says nothing.
;; test: pass unreachable,ssa-cleanup,simplify-cfg,dce
;; run: f(3, 0) == 7
;; run: f(3, 1) == 9
;; run: f(4, 1) == 7
;; run: f(5, 0) == 9
(module
  (func (export "f") (param $x i32) (param $y i32) (result i32)
    (block $seven
      (block $second
        (br_if $second (local.get $y))
        (br_if $seven (i32.eq (local.get $x) (i32.const 3))))
      (br_if $seven (i32.eq (local.get $x) (i32.const 4)))
      (return (i32.const 9)))
    (i32.const 7)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     br_if v1, b2, b3
;;   b1:
;;     v7 = i32.const 7
;;     return v7
;;   b2:
;;     v4 = i32.const 4
;;     v5 = i32.eq v0, v4
;;     br_if v5, b1, b5
;;   b3:
;;     v2 = i32.const 3
;;     v3 = i32.eq v0, v2
;;     br_if v3, b1, b2
;;   b5:
;;     v6 = i32.const 9
;;     return v6
;;   }
;; }
