;; A store that is overwritten on one path only stays: memory is observable at the function's end.
;; test: pass unreachable,gvn,load-elim,dead-store-elim,ssa-cleanup,dce
;; run: f(8, 5, 1) == 5
(module (memory (export "memory") 1)
  (func (export "f") (param $p i32) (param $x i32) (param $c i32) (result i32)
    (drop (i32.load (local.get $p)))
    (i32.store (local.get $p) (local.get $x))
    (if (local.get $c)
      (then (i32.store (local.get $p) (i32.const 1))))
    (local.get $x)))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "memory" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.load v0
;;     i32.store v0, v1
;;     br_if v2, b2, b3
;;   b1:
;;     return v1
;;   b2:
;;     v4 = i32.const 1
;;     i32.store v0, v4
;;     jump b1
;;   b3:
;;     jump b1
;;   }
;; }
