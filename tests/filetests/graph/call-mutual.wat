;; Mutually recursive functions have no summaries of each other: results of calls among them are not redirected.
;; test: pass graph
;; run: a(1) == 7
;; run: a(0) == 0
(module
  (func $a (export "a") (param i32) (result i32)
    (if (result i32) (local.get 0) (then (drop (call $b (i32.const 0))) (i32.const 7)) (else (local.get 0))))
  (func $b (param i32) (result i32)
    (if (result i32) (local.get 0) (then (drop (call $a (i32.const 0))) (local.get 0)) (else (local.get 0)))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   export "a" f0
;;   func f0 : ty0 "a" {
;;   b0(v0: i32):
;;     br_if v0, b2, b3
;;   b1(v1: i32):
;;     return v1
;;   b2:
;;     v2 = i32.const 0
;;     v3 = call f1 v2
;;     v4 = i32.const 7
;;     jump b1(v4)
;;   b3:
;;     jump b1(v0)
;;   }
;;   func f1 : ty0 "b" {
;;   b0(v0: i32):
;;     br_if v0, b1, b2
;;   b1:
;;     v1 = i32.const 0
;;     v2 = call f0 v1
;;     jump b2
;;   b2:
;;     return v0
;;   }
;; }
