;; A load in bounds between two stores cannot trap, so the first store is dead. With a load that may trap, it is
;; not.
;; test: pass load-elim,dead-store-elim,dce
;; run: in(1, -1) == 0
;; run: out(1, 65536) == trap
(module
  (memory $m (export "m") 1)
  (memory $n 1)
  (func (export "in") (param i32 i32) (result i32)
    (local $x i32)
    (i32.store $m (i32.const 8) (local.get 0))
    (local.set $x (i32.load $n offset=65277 (i32.and (local.get 1) (i32.const 255))))
    (i32.store $m (i32.const 8) (local.get 1))
    (local.get $x))
  (func (export "out") (param i32 i32) (result i32)
    (local $x i32)
    (i32.store $m (i32.const 8) (local.get 0))
    (local.set $x (i32.load $n (local.get 1)))
    (i32.store $m (i32.const 8) (local.get 1))
    (local.get $x)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1.. "m"
;;   memory m1 : i32 1.. "n"
;;   export "m" m0
;;   export "in" f0
;;   export "out" f1
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v4 = i32.const 255
;;     v5 = i32.and v1, v4
;;     v6 = i32.load v5 offset=65277 memory=m1
;;     v7 = i32.const 8
;;     i32.store v7, v1
;;     return v6
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v3 = i32.const 8
;;     i32.store v3, v0
;;     v4 = i32.load v1 memory=m1
;;     v5 = i32.const 8
;;     i32.store v5, v1
;;     return v4
;;   }
;; }
