;; A load through another base address may read the cell: the store before it stays, and so does the load.
;; test: pass unreachable,gvn,load-elim,dead-store-elim,ssa-cleanup,dce
;; run: f(8, 8, 5) == 5
;; run: f(8, 16, 5) == 0
(module (memory 1)
  (func (export "f") (param $p i32) (param $q i32) (param $x i32) (result i32) (local $y i32)
    (drop (i32.load (local.get $p)))
    (i32.store (local.get $p) (local.get $x))
    (local.set $y (i32.load (local.get $q)))
    (i32.store (local.get $p) (i32.const 0))
    (local.get $y)))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     v4 = i32.load v0
;;     i32.store v0, v2
;;     v5 = i32.load v1
;;     i32.store v0, v3
;;     return v5
;;   }
;; }
