;; Lowering: a test that repeats the preceding branch, or its negation, is not emitted.
;; test: pass ssa-cleanup,graph
;; run: f(3) == 6
(module
  (memory 1)
  (func (export "f") (param $n i32) (result i32)
    (loop $l
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (if (i32.eqz (local.get $n)) (then (i32.store (i32.const 0) (i32.const 6))))
      (br_if $l (local.get $n)))
    (i32.load (i32.const 0))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     jump b1(v0)
;;   b1(v1: i32):
;;     v2 = i32.const -1
;;     v3 = i32.add v1, v2
;;     br_if v3, b1(v3), b2
;;   b2:
;;     v4 = i32.const 0
;;     v5 = i32.const 6
;;     i32.store v4, v5
;;     v6 = i32.const 0
;;     v7 = i32.load v6
;;     return v7
;;   }
;; }
