;; A virtual register in memory that a loop updates on all paths becomes a value. Its stores stay, as a trap may
;; make them observable.
;; test: pass unreachable,gvn,load-elim,dead-store-elim,ssa-cleanup,dce
;; run: f(8, 5) == 15
(module (memory 1)
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (i32.store (local.get $p) (i32.const 0))
    (loop $again
      (if (i32.and (local.get $n) (i32.const 1))
        (then (i32.store (local.get $p) (i32.add (i32.load (local.get $p)) (local.get $n))))
        (else (i32.store (local.get $p) (i32.add (local.get $n) (i32.load (local.get $p))))))
      (br_if $again (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (i32.load (local.get $p))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     i32.store v0, v2
;;     jump b1(v1, v2)
;;   b1(v3: i32, v13: i32):
;;     v4 = i32.const 1
;;     v5 = i32.and v3, v4
;;     br_if v5, b3, b4
;;   b2(v14: i32):
;;     v11 = i32.sub v3, v4
;;     br_if v11, b1(v11, v14), b5
;;   b3:
;;     v7 = i32.add v13, v3
;;     i32.store v0, v7
;;     jump b2(v7)
;;   b4:
;;     v9 = i32.add v3, v13
;;     i32.store v0, v9
;;     jump b2(v9)
;;   b5:
;;     return v14
;;   }
;; }
