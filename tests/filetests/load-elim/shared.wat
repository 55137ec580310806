;; A shared memory is left alone.
;; test: pass unreachable,gvn,load-elim,dead-store-elim,ssa-cleanup,dce
(module (memory 1 1 shared)
  (func (export "f") (param $p i32) (param $x i32) (param $c i32) (result i32)
    (if (local.get $c)
      (then (i32.store (local.get $p) (local.get $x)))
      (else (i32.store (local.get $p) (i32.const 1))))
    (i32.store (local.get $p) (i32.const 2))
    (i32.load (local.get $p))))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   memory m0 : shared i32 1..1
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     br_if v2, b2, b3
;;   b1:
;;     v4 = i32.const 2
;;     i32.store v0, v4
;;     return v4
;;   b2:
;;     i32.store v0, v1
;;     jump b1
;;   b3:
;;     v3 = i32.const 1
;;     i32.store v0, v3
;;     jump b1
;;   }
;; }
