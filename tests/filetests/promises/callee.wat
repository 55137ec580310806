;; A callee that divides is not called ahead of the test of its divisor, though traps never happen.
;; test: pass graph,licm,graph
;; promise: traps-never-happen
;; run: f(3, 0) == 0
;; run: f(3, 10) == 30
(module
  (func $divide (param $d i32) (result i32) (i32.div_u (i32.const 100) (local.get $d)))
  (func (export "f") (param $n i32) (param $d i32) (result i32)
    (local $s i32) (local $i i32)
    (loop $l
      (if (local.get $d) (then
        (local.set $s (i32.add (local.get $s) (call $divide (local.get $d))))))
      (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.and (local.get $n) (i32.const 7)))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   ty1 = func (i32, i32) -> (i32)
;;   export "f" f1
;;   func f0 : ty0 "divide" {
;;   b0(v0: i32):
;;     v1 = i32.const 100
;;     v2 = i32.div_u v1, v0
;;     return v2
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v3 = i32.const 7
;;     v4 = i32.and v0, v3
;;     jump b1(v2, v2)
;;   b1(v5: i32, v6: i32):
;;     br_if v1, b2, b3(v6)
;;   b2:
;;     v7 = call f0 v1
;;     v8 = i32.add v6, v7
;;     jump b3(v8)
;;   b3(v9: i32):
;;     v10 = i32.const 1
;;     v11 = i32.add v5, v10
;;     v12 = i32.lt_u v11, v4
;;     br_if v12, b1(v11, v9), b4
;;   b4:
;;     return v9
;;   }
;; }
