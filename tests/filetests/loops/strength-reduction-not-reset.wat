;; On one way the index is set to 0, on the other it is doubled: no additions of invariants. Neither is reduced.
;; test: pass unreachable,ssa-cleanup,strength-reduction,ssa-cleanup,dce
;; run: f(0, 5) == 5
;; run: g(0, 50) == 6
(module
  (memory 1)
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (local $s i32) (local $i i32)
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.const 1)))
      (if (i32.load8_u (i32.add (local.get $p) (i32.mul (local.get $i) (i32.const 12))))
       (then (local.set $i (i32.const 0)))
       (else (local.set $i (i32.add (local.get $i) (i32.const 1)))))
      (br_if $l (i32.lt_s (local.get $i) (local.get $n))))
    (local.get $s))
  (func (export "g") (param $p i32) (param $n i32) (result i32)
    (local $s i32) (local $i i32)
    (local.set $i (i32.const 1))
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.const 1)))
      (if (i32.load8_u (i32.add (local.get $p) (i32.mul (local.get $i) (i32.const 12))))
       (then (local.set $i (i32.add (local.get $i) (i32.const 1))))
       (else (local.set $i (i32.shl (local.get $i) (i32.const 1)))))
      (br_if $l (i32.lt_s (local.get $i) (local.get $n))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   export "g" f1
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     jump b1(v2, v2)
;;   b1(v6: i32, v3: i32):
;;     v4 = i32.const 1
;;     v5 = i32.add v3, v4
;;     v7 = i32.const 12
;;     v8 = i32.mul v6, v7
;;     v9 = i32.add v0, v8
;;     v10 = i32.load8_u v9
;;     br_if v10, b3, b4
;;   b2(v14: i32):
;;     v15 = i32.lt_s v14, v1
;;     br_if v15, b1(v14, v5), b5
;;   b3:
;;     v11 = i32.const 0
;;     jump b2(v11)
;;   b4:
;;     v12 = i32.const 1
;;     v13 = i32.add v6, v12
;;     jump b2(v13)
;;   b5:
;;     return v5
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v3 = i32.const 1
;;     jump b1(v3, v2)
;;   b1(v7: i32, v4: i32):
;;     v5 = i32.const 1
;;     v6 = i32.add v4, v5
;;     v8 = i32.const 12
;;     v9 = i32.mul v7, v8
;;     v10 = i32.add v0, v9
;;     v11 = i32.load8_u v10
;;     br_if v11, b3, b4
;;   b2(v16: i32):
;;     v17 = i32.lt_s v16, v1
;;     br_if v17, b1(v16, v6), b5
;;   b3:
;;     v12 = i32.const 1
;;     v13 = i32.add v7, v12
;;     jump b2(v13)
;;   b4:
;;     v14 = i32.const 1
;;     v15 = i32.shl v7, v14
;;     jump b2(v15)
;;   b5:
;;     return v6
;;   }
;; }
