;; Not if one of the ways may write it, if a later turn of the loop does, or if the base is another one there.
;; test: pass unreachable,fold,gvn,ssa-cleanup,dce
;; run: diamond(16, 5) == 1
;; run: diamond(16, 0) == 0
;; run: loop(16, 3) == 9
;; run: base(16, 3) == 0
(module
  (memory 1)
  (func (export "diamond") (param $p i32) (param $x i32) (result i32)
    (i32.store (local.get $p) (local.get $x))
    (if (local.get $x)
      (then (i32.store16 (local.get $p) (i32.const 1)))
      (else (i32.store8 offset=8 (local.get $p) (i32.const 2))))
    (i32.load (local.get $p)))
  (func (export "loop") (param $p i32) (param $n i32) (result i32) (local $s i32)
    (i32.store (local.get $p) (i32.const 4))
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.load (local.get $p))))
      (i32.store (local.get $p) (local.get $n))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s))
  (func (export "base") (param $p i32) (param $n i32) (result i32) (local $x i32)
    (loop $l
      (local.set $x (i32.load (local.get $p)))
      (i32.store offset=4 (local.get $p) (local.get $n))
      (i32.store (local.get $p) (i32.const 0))
      (local.set $p (i32.add (local.get $p) (i32.const 8)))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $x)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "diamond" f0
;;   export "loop" f1
;;   export "base" f2
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     i32.store v0, v1
;;     br_if v1, b2, b3
;;   b1:
;;     v4 = i32.load v0
;;     return v4
;;   b2:
;;     v2 = i32.const 1
;;     i32.store16 v0, v2
;;     jump b1
;;   b3:
;;     v3 = i32.const 2
;;     i32.store8 v0, v3 offset=8
;;     jump b1
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v3 = i32.const 4
;;     i32.store v0, v3
;;     jump b1(v1, v2)
;;   b1(v7: i32, v4: i32):
;;     v5 = i32.load v0
;;     v6 = i32.add v4, v5
;;     i32.store v0, v7
;;     v10 = i32.const -1
;;     v9 = i32.add v7, v10
;;     br_if v9, b1(v9, v6), b2
;;   b2:
;;     return v6
;;   }
;;   func f2 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     jump b1(v1, v0)
;;   b1(v5: i32, v3: i32):
;;     v4 = i32.load v3
;;     i32.store v3, v5 offset=4
;;     i32.store v3, v2
;;     v7 = i32.const 8
;;     v8 = i32.add v3, v7
;;     v11 = i32.const -1
;;     v10 = i32.add v5, v11
;;     br_if v10, b1(v10, v8), b2
;;   b2:
;;     return v4
;;   }
;; }
