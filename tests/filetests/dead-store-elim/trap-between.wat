;; Memory is observable after a trap: a store stays if an operator between it and the next one may trap.
;; test: pass unreachable,gvn,load-elim,dead-store-elim,ssa-cleanup,dce
;; run: f(8, 5) == 20
;; run: f(8, 0) == trap
(module (memory (export "memory") 1)
  (func (export "f") (param $p i32) (param $x i32) (result i32) (local $y i32)
    (i32.store (local.get $p) (i32.const 1))
    (i32.store (local.get $p) (local.get $x))
    (local.set $y (i32.div_u (i32.const 100) (local.get $x)))
    (i32.store (local.get $p) (local.get $y))
    (local.get $y)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "memory" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v3 = i32.const 1
;;     i32.store v0, v3
;;     i32.store v0, v1
;;     v4 = i32.const 100
;;     v5 = i32.div_u v4, v1
;;     i32.store v0, v5
;;     return v5
;;   }
;; }
