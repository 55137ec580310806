;; A load that an access in front of it proves in bounds is sunk, and hoisted up to that access.
;; test: pass graph
;; run: sunk(0, 0) == 1
;; run: sunk(0, 1) == 0
;; run: sunk(65536, 0) == trap
;; run: hoisted(0, 3) == 0
;; run: hoisted(65536, 3) == trap
;; run: stored(0, 1) == 7
;; run: stored(65536, 1) == trap
(module
  (memory 1)
  (func (export "sunk") (param $p i32) (param $c i32) (result i32)
    (local $x i32) (local $y i32)
    (local.set $x (i32.load offset=8 (local.get $p)))
    (local.set $y (i32.load offset=4 (local.get $p)))
    (if (result i32) (local.get $c)
      (then (i32.mul (local.get $y) (local.get $x)))
      (else (i32.add (i32.const 1) (local.get $x)))))
  (func (export "hoisted") (param $p i32) (param $n i32) (result i32)
    (local $x i32) (local $y i32)
    (local.set $x (i32.load offset=8 (local.get $p)))
    (loop $l
      (if (i32.and (local.get $n) (i32.const 1))
        (then (local.set $y (i32.xor (i32.load offset=4 (local.get $p)) (i32.mul (local.get $y) (i32.const 3))))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (i32.add (local.get $y) (local.get $x)))
  (func (export "stored") (param $p i32) (param $c i32) (result i32)
    (local $y i32)
    (i32.store offset=8 (local.get $p) (i32.const 7))
    (local.set $y (i32.load16_u offset=9 (local.get $p)))
    (if (result i32) (local.get $c) (then (i32.add (local.get $y) (i32.const 7))) (else (i32.const 3)))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "sunk" f0
;;   export "hoisted" f1
;;   export "stored" f2
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.load v0 offset=8
;;     br_if v1, b2, b1
;;   b1:
;;     v3 = i32.const 1
;;     v4 = i32.add v2, v3
;;     jump b3(v4)
;;   b2:
;;     v5 = i32.load v0 offset=4
;;     v6 = i32.mul v5, v2
;;     jump b3(v6)
;;   b3(v7: i32):
;;     return v7
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v3 = i32.load v0 offset=8
;;     v4 = i32.load v0 offset=4
;;     jump b1(v2, v1)
;;   b1(v5: i32, v6: i32):
;;     v7 = i32.const 1
;;     v8 = i32.and v6, v7
;;     br_if v8, b2, b3(v5)
;;   b2:
;;     v9 = i32.const 3
;;     v10 = i32.mul v5, v9
;;     v11 = i32.xor v4, v10
;;     jump b3(v11)
;;   b3(v12: i32):
;;     v13 = i32.const -1
;;     v14 = i32.add v6, v13
;;     br_if v14, b1(v12, v14), b4
;;   b4:
;;     v15 = i32.add v12, v3
;;     return v15
;;   }
;;   func f2 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 7
;;     i32.store v0, v2 offset=8
;;     br_if v1, b2, b1
;;   b1:
;;     v3 = i32.const 3
;;     jump b3(v3)
;;   b2:
;;     v4 = i32.load16_u v0 offset=9
;;     v5 = i32.add v4, v2
;;     jump b3(v5)
;;   b3(v6: i32):
;;     return v6
;;   }
;; }
