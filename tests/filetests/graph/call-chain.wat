;; A result that a callee passes through is redirected to the argument, along a chain of three calls. The calls
;; stay.
;; test: pass graph
;; run: a(5) == 12
(module
  (memory 1)
  (func $c (param i32) (result i32)
    (i32.store (i32.const 0) (i32.const 1))
    (local.get 0))
  (func $b (param i32) (result i32)
    (call $c (local.get 0)))
  (func (export "a") (param i32) (result i32)
    (i32.add (call $b (local.get 0)) (i32.const 7))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "a" f2
;;   func f0 : ty0 "c" {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v2 = i32.const 1
;;     i32.store v1, v2
;;     return v0
;;   }
;;   func f1 : ty0 "b" {
;;   b0(v0: i32):
;;     v1 = call f0 v0
;;     return v0
;;   }
;;   func f2 : ty0 {
;;   b0(v0: i32):
;;     v1 = call f1 v0
;;     v2 = i32.const 7
;;     v3 = i32.add v0, v2
;;     return v3
;;   }
;; }
