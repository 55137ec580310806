;; Nodes that redirection makes reducible are reduced.
;; test: pass graph
;; run: f(1, 5) == 0
;; run: f(0, 5) == 0
(module
  (memory 1)
  (func (export "f") (param $c i32) (param $x i32) (result i32)
    (i32.sub
      (if (result i32) (local.get $c) (then (i32.store (i32.const 0) (local.get $x)) (local.get $x)) (else (local.get $x)))
      (local.get $x))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     br_if v0, b1, b2
;;   b1:
;;     v2 = i32.const 0
;;     i32.store v2, v1
;;     jump b2
;;   b2:
;;     v3 = i32.const 0
;;     return v3
;;   }
;; }
