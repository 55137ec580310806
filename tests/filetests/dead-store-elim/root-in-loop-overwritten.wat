;; A store through a base address that is defined in the loop is not overwritten by the store of the next iteration,
;; which goes to another address.
;; test: pass unreachable,gvn,load-elim,dead-store-elim,ssa-cleanup,dce
;; run: f(1, 3) == 2
;; run: f(0, 1) == 3
(module (memory 1)
  (func (export "f") (param $at i32) (param $n i32) (result i32) (local $p i32) (local $q i32)
    (loop $again
      (local.set $p (local.get $q))
      (i32.store (local.get $p) (i32.const 1))
      (i32.store (local.get $p) (i32.const 2))
      (local.set $q (i32.add (local.get $p) (i32.const 4)))
      (br_if $again (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (i32.store (local.get $p) (i32.const 3))
    (i32.load (i32.shl (local.get $at) (i32.const 2)))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     jump b1(v1, v2)
;;   b1(v8: i32, v3: i32):
;;     v4 = i32.const 1
;;     i32.store v3, v4
;;     v5 = i32.const 2
;;     i32.store v3, v5
;;     v6 = i32.const 4
;;     v7 = i32.add v3, v6
;;     v10 = i32.sub v8, v4
;;     br_if v10, b1(v10, v7), b2
;;   b2:
;;     v11 = i32.const 3
;;     i32.store v3, v11
;;     v13 = i32.shl v0, v5
;;     v14 = i32.load v13
;;     return v14
;;   }
;; }
