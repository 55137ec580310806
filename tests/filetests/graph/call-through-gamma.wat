;; A callee passes its argument through a gamma that leaves it unchanged. One that swaps arguments on a condition
;; passes none.
;; test: pass graph
;; run: a(1, 5, 6) == 11
;; run: b(1, 5, 6) == -1
(module
  (memory 1)
  (func $same (param i32 i32) (result i32)
    (if (result i32) (local.get 0)
      (then (i32.store (i32.const 0) (i32.const 1)) (local.get 1))
      (else (local.get 1))))
  (func $swap (param i32 i32 i32) (result i32 i32)
    (if (result i32 i32) (local.get 0)
      (then (i32.store (i32.const 0) (i32.const 1)) (local.get 2) (local.get 1))
      (else (local.get 1) (local.get 2))))
  (func (export "a") (param i32 i32 i32) (result i32)
    (i32.add (call $same (local.get 0) (local.get 1)) (local.get 2)))
  (func (export "b") (param i32 i32 i32) (result i32)
    (call $swap (local.get 0) (local.get 2) (local.get 1))
    i32.sub))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   ty1 = func (i32, i32, i32) -> (i32, i32)
;;   ty2 = func () -> (i32, i32)
;;   ty3 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "a" f2
;;   export "b" f3
;;   func f0 : ty0 "same" {
;;   b0(v0: i32, v1: i32):
;;     br_if v0, b1, b2
;;   b1:
;;     v2 = i32.const 0
;;     v3 = i32.const 1
;;     i32.store v2, v3
;;     jump b2
;;   b2:
;;     return v1
;;   }
;;   func f1 : ty1 "swap" {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     br_if v0, b2, b3
;;   b1(v3: i32, v4: i32):
;;     return v3, v4
;;   b2:
;;     v5 = i32.const 0
;;     v6 = i32.const 1
;;     i32.store v5, v6
;;     jump b1(v2, v1)
;;   b3:
;;     jump b1(v1, v2)
;;   }
;;   func f2 : ty3 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = call f0 v0, v1
;;     v4 = i32.add v1, v2
;;     return v4
;;   }
;;   func f3 : ty3 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3, v4 = call f1 v0, v2, v1
;;     v5 = i32.sub v3, v4
;;     return v5
;;   }
;; }
