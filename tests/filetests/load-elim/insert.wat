;; A location that a loop writes is read before it, and passed on: the load in the loop is redundant in all turns but
;; the first.
;; test: pass unreachable,fold,gvn,load-elim,dead-store-elim,ssa-cleanup,dce
;; run: count(16, 3) == 6
(module
  (memory 1)
  (func (export "count") (param $p i32) (param $n i32) (result i32) (local $x i32)
    (loop $l
      (local.set $x (i32.add (i32.load (local.get $p)) (local.get $n)))
      (i32.store (local.get $p) (local.get $x))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $x)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "count" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v10 = i32.load v0
;;     jump b1(v1, v10)
;;   b1(v4: i32, v9: i32):
;;     v5 = i32.add v9, v4
;;     i32.store v0, v5
;;     v8 = i32.const -1
;;     v7 = i32.add v4, v8
;;     br_if v7, b1(v7, v5), b2
;;   b2:
;;     return v5
;;   }
;; }
