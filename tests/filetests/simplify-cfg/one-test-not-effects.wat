;; What the second block does is done only if the first test fails: a division that may trap, and a store.
;; test: pass unreachable,ssa-cleanup,simplify-cfg,dce
;; run: f(3, 0) == 7
;; run: f(5, 5) == 25
;; run: g(3) == 0
;; run: g(4) == 1
;; run: g(6) == 1
(module
  (memory 1)
  (func (export "f") (param $x i32) (param $y i32) (result i32)
    (local $q i32)
    (block $seven
      (br_if $seven (i32.eq (local.get $x) (i32.const 3)))
      (local.set $q (i32.div_u (i32.const 100) (local.get $y)))
      (br_if $seven (i32.eq (local.get $x) (i32.const 4)))
      (return (i32.add (local.get $q) (local.get $y))))
    (i32.const 7))
  (func (export "g") (param $x i32) (result i32)
    (block $end
      (br_if $end (i32.eq (local.get $x) (i32.const 3)))
      (i32.store (i32.const 8) (i32.const 1))
      (br_if $end (i32.eq (local.get $x) (i32.const 4)))
      (i32.store (i32.const 12) (i32.const 1)))
    (i32.load (i32.const 8))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   ty1 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   export "g" f1
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v3 = i32.const 3
;;     v4 = i32.eq v0, v3
;;     br_if v4, b1, b2
;;   b1:
;;     v10 = i32.const 7
;;     return v10
;;   b2:
;;     v5 = i32.const 100
;;     v6 = i32.div_u v5, v1
;;     v7 = i32.const 4
;;     v8 = i32.eq v0, v7
;;     br_if v8, b1, b3
;;   b3:
;;     v9 = i32.add v6, v1
;;     return v9
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 3
;;     v2 = i32.eq v0, v1
;;     br_if v2, b1, b2
;;   b1:
;;     v9 = i32.const 8
;;     v10 = i32.load v9
;;     return v10
;;   b2:
;;     v3 = i32.const 8
;;     v4 = i32.const 1
;;     i32.store v3, v4
;;     v5 = i32.const 4
;;     v6 = i32.eq v0, v5
;;     br_if v6, b1, b3
;;   b3:
;;     v7 = i32.const 12
;;     v8 = i32.const 1
;;     i32.store v7, v8
;;     jump b1
;;   }
;; }
