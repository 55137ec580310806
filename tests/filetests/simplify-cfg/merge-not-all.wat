;; Conditions at a merge that not all edges decide stay: an index from outside, a length that changes in the loop,
;; and one for which the edges decide differently.
;; test: pass unreachable,ssa-cleanup,fold,simplify-cfg,ssa-cleanup,dce
;; run: from(0, 3) == 3
;; run: from(4, 3) == trap
;; run: shrinking(4) == trap
;; run: either(0) == 5
;; run: either(1) == 6
(module
  (memory 1)
  (func (export "from") (param $n i32) (param $length i32) (result i32)
    (if (local.get $length) (then
      (loop $again
        (if (i32.ge_u (local.get $n) (local.get $length)) (then unreachable))
        (i32.store8 (local.get $n) (i32.const 1))
        (local.set $n (i32.add (local.get $n) (i32.const 1)))
        (br_if $again (i32.lt_u (local.get $n) (local.get $length))))))
    (local.get $n))
  (func (export "shrinking") (param $length i32) (result i32)
    (local $n i32)
    (if (local.get $length) (then
      (loop $again
        (if (i32.ge_u (local.get $n) (local.get $length)) (then unreachable))
        (local.set $n (i32.add (local.get $n) (i32.const 1)))
        (if (i32.lt_u (local.get $n) (local.get $length)) (then
          (local.set $length (i32.sub (local.get $length) (i32.const 3)))
          (br $again))))))
    (local.get $n))
  (func (export "either") (param $x i32) (result i32)
    (local $y i32)
    (if (local.get $x)
      (then (i32.store (i32.const 0) (i32.const 1)) (local.set $y (local.get $x)))
      (else (i32.store (i32.const 4) (i32.const 1)) (local.set $y (i32.const 0))))
    (i32.store (i32.const 8) (i32.const 1))
    (if (result i32) (i32.eq (local.get $y) (i32.const 0))
      (then (i32.store (i32.const 12) (i32.const 1)) (i32.const 5))
      (else (i32.store (i32.const 16) (i32.const 1)) (i32.const 6)))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   ty1 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "from" f0
;;   export "shrinking" f1
;;   export "either" f2
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     br_if v1, b4(v0), b1(v0)
;;   b1(v8: i32):
;;     return v8
;;   b4(v2: i32):
;;     v3 = i32.ge_u v2, v1
;;     br_if v3, b6, b5
;;   b5:
;;     v4 = i32.const 1
;;     i32.store8 v2, v4
;;     v5 = i32.const 1
;;     v6 = i32.add v2, v5
;;     v7 = i32.lt_u v6, v1
;;     br_if v7, b4(v6), b1(v6)
;;   b6:
;;     unreachable
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     br_if v0, b4(v0, v1), b1(v1)
;;   b1(v10: i32):
;;     return v10
;;   b4(v3: i32, v2: i32):
;;     v4 = i32.ge_u v2, v3
;;     br_if v4, b6, b5
;;   b5:
;;     v5 = i32.const 1
;;     v6 = i32.add v2, v5
;;     v7 = i32.lt_u v6, v3
;;     br_if v7, b9, b1(v6)
;;   b6:
;;     unreachable
;;   b9:
;;     v11 = i32.const -3
;;     v9 = i32.add v3, v11
;;     jump b4(v9, v6)
;;   }
;;   func f2 : ty1 {
;;   b0(v0: i32):
;;     br_if v0, b2, b3
;;   b1(v9: i32):
;;     v7 = i32.const 8
;;     v8 = i32.const 1
;;     i32.store v7, v8
;;     br_if v9, b6, b5
;;   b2:
;;     v2 = i32.const 0
;;     v3 = i32.const 1
;;     i32.store v2, v3
;;     jump b1(v0)
;;   b3:
;;     v4 = i32.const 4
;;     v5 = i32.const 1
;;     i32.store v4, v5
;;     v6 = i32.const 0
;;     jump b1(v6)
;;   b5:
;;     v13 = i32.const 12
;;     v14 = i32.const 1
;;     i32.store v13, v14
;;     v15 = i32.const 5
;;     return v15
;;   b6:
;;     v16 = i32.const 16
;;     v17 = i32.const 1
;;     i32.store v16, v17
;;     v18 = i32.const 6
;;     return v18
;;   }
;; }
