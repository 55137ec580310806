;; A loop stays if it may be infinite, or if what it stores is seen; and it is not moved into another loop.
;; test: pass graph
;; run: endless(0, 2) == 2
;; run: endless(1, 4) == 40
;; run: stores(0, 3) == 3
;; run: stores(1, 3) == 30
;; run: into(0, 2) == 2
;; run: into(1, 2) == 60
(module
  (memory (export "memory") 1)
  (func (export "endless") (param $c i32) (param $x i32) (result i32)
    (local $t i32) (local $i i32)
    (loop $l
      (local.set $t (i32.add (local.get $t) (local.get $x)))
      (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 2))) (local.get $x))))
    (local.set $t (i32.mul (local.get $x) (i32.const 10)))
    (if (result i32) (local.get $c) (then (local.get $t)) (else (local.get $x))))
  (func (export "stores") (param $c i32) (param $x i32) (result i32)
    (local $t i32) (local $i i32)
    (loop $l
      (local.set $t (i32.add (local.get $t) (local.get $x)))
      (i32.store (i32.const 8) (local.get $t))
      (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 10))))
    (if (result i32) (local.get $c) (then (local.get $t)) (else (local.get $x))))
  (func (export "into") (param $c i32) (param $x i32) (result i32)
    (local $t i32) (local $i i32) (local $j i32) (local $s i32)
    (loop $l
      (local.set $t (i32.add (local.get $t) (local.get $x)))
      (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 10))))
    (if (result i32) (local.get $c)
      (then
        (loop $m
          (local.set $s (i32.add (local.get $s) (local.get $t)))
          (br_if $m (i32.lt_u (local.tee $j (i32.add (local.get $j) (i32.const 1))) (i32.const 3))))
        (local.get $s))
      (else (local.get $x)))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "memory" m0
;;   export "endless" f0
;;   export "stores" f1
;;   export "into" f2
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     jump b1(v2)
;;   b1(v3: i32):
;;     v4 = i32.const 2
;;     v5 = i32.add v3, v4
;;     v6 = i32.ne v5, v1
;;     br_if v6, b1(v5), b2
;;   b2:
;;     v7 = i32.const 10
;;     br_if v0, b3, b4(v1)
;;   b3:
;;     v8 = i32.mul v1, v7
;;     jump b4(v8)
;;   b4(v9: i32):
;;     return v9
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     jump b1(v2, v2)
;;   b1(v6: i32, v3: i32):
;;     v4 = i32.add v3, v1
;;     v5 = i32.const 8
;;     i32.store v5, v4
;;     v7 = i32.const 1
;;     v8 = i32.add v6, v7
;;     v9 = i32.const 10
;;     v10 = i32.lt_u v8, v9
;;     br_if v10, b1(v8, v4), b2
;;   b2:
;;     br_if v0, b4, b5
;;   b3(v11: i32):
;;     return v11
;;   b4:
;;     jump b3(v4)
;;   b5:
;;     jump b3(v1)
;;   }
;;   func f2 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     br_if v0, b1(v2, v2), b3(v1)
;;   b1(v3: i32, v4: i32):
;;     v5 = i32.const 1
;;     v6 = i32.add v3, v5
;;     v7 = i32.const 10
;;     v8 = i32.lt_u v6, v7
;;     v9 = i32.add v4, v1
;;     br_if v8, b1(v6, v9), b2(v2, v2)
;;   b2(v10: i32, v11: i32):
;;     v12 = i32.const 1
;;     v13 = i32.add v10, v12
;;     v14 = i32.const 3
;;     v15 = i32.lt_u v13, v14
;;     v16 = i32.add v11, v9
;;     br_if v15, b2(v13, v16), b3(v16)
;;   b3(v17: i32):
;;     return v17
;;   }
;; }
