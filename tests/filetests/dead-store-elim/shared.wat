;; Other threads may read a store to a shared memory before it is overwritten.
;; test: pass unreachable,gvn,dead-store-elim,dce
(module (memory 1 1 shared)
  (func (export "f") (param $x i32)
    (i32.store (i32.const 16) (i32.const 1))
    (i32.store (i32.const 16) (local.get $x))))

;; expect:
;; module {
;;   ty0 = func (i32) -> ()
;;   memory m0 : shared i32 1..1
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 16
;;     v2 = i32.const 1
;;     i32.store v1, v2
;;     i32.store v1, v0
;;     return
;;   }
;; }
