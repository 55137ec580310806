;; A store through another base address may alias the cell: the load behind it stays.
;; test: pass unreachable,gvn,load-elim,dead-store-elim,ssa-cleanup,dce
;; run: f(8, 8, 5) == 6
;; run: f(8, 16, 5) == 5
(module (memory 1)
  (func (export "f") (param $p i32) (param $q i32) (param $x i32) (result i32)
    (i32.store (local.get $p) (local.get $x))
    (if (local.get $x)
      (then (i32.store (local.get $q) (i32.add (local.get $x) (i32.const 1)))))
    (i32.load (local.get $p))))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     i32.store v0, v2
;;     br_if v2, b2, b3
;;   b1:
;;     v5 = i32.load v0
;;     return v5
;;   b2:
;;     v3 = i32.const 1
;;     v4 = i32.add v2, v3
;;     i32.store v1, v4
;;     jump b1
;;   b3:
;;     jump b1
;;   }
;; }
