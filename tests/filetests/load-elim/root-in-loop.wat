;; A base address that is defined in the loop is another one in each iteration: cells of the previous iteration are
;; unknown.
;; test: pass unreachable,gvn,load-elim,dead-store-elim,ssa-cleanup,dce
;; run: f(8, 3) == 3
(module (memory 1)
  (func (export "f") (param $p i32) (param $n i32) (result i32) (local $sum i32)
    (loop $again
      (local.set $sum (i32.add (local.get $sum) (i32.load (local.get $p))))
      (i32.store (local.get $p) (i32.const 9))
      (local.set $p (i32.add (local.get $p) (i32.mul (local.get $n) (i32.const 8))))
      (i32.store (local.get $p) (i32.const 1))
      (br_if $again (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (i32.add (local.get $sum) (i32.const 1))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     jump b1(v1, v0, v2)
;;   b1(v8: i32, v4: i32, v3: i32):
;;     v5 = i32.load v4
;;     v6 = i32.add v3, v5
;;     v7 = i32.const 9
;;     i32.store v4, v7
;;     v9 = i32.const 8
;;     v10 = i32.mul v8, v9
;;     v11 = i32.add v4, v10
;;     v12 = i32.const 1
;;     i32.store v11, v12
;;     v14 = i32.sub v8, v12
;;     br_if v14, b1(v14, v11, v6), b2
;;   b2:
;;     v16 = i32.add v6, v12
;;     return v16
;;   }
;; }
