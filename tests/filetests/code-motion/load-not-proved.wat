;; A load stays if what proves it is narrower, on another path, or in another memory; and behind what writes there.
;; test: pass graph
;; run: narrow(65535, 0) == trap
;; run: narrow(0, 0) == 1
;; run: path(0, 0) == 0
;; run: path(65536, 0) == trap
;; run: other(65536, 0) == trap
;; run: other(0, 0) == 1
;; run: written(0, 1) == 0
;; run: condition(65536, 2) == 0
;; run: condition(65536, 1) == trap
;; run: condition(0, 3) == 0
(module
  (memory $m 1)
  (memory $n 2)
  (func (export "narrow") (param $p i32) (param $c i32) (result i32)
    (local $x i32) (local $y i32)
    (local.set $x (i32.load8_u (local.get $p)))
    (local.set $y (i32.load (local.get $p)))
    (if (result i32) (local.get $c)
      (then (i32.mul (local.get $y) (local.get $x)))
      (else (i32.add (i32.const 1) (local.get $x)))))
  (func (export "path") (param $p i32) (param $c i32) (result i32)
    (local $x i32) (local $y i32)
    (if (local.get $c) (then (local.set $x (i32.load offset=8 (local.get $p)))))
    (local.set $y (i32.load offset=4 (local.get $p)))
    (if (result i32) (local.get $c)
      (then (i32.mul (local.get $y) (local.get $x)))
      (else (local.get $x))))
  (func (export "other") (param $p i32) (param $c i32) (result i32)
    (local $x i32) (local $y i32)
    (local.set $x (i32.load $n offset=8 (local.get $p)))
    (local.set $y (i32.load $m offset=4 (local.get $p)))
    (if (result i32) (local.get $c)
      (then (i32.mul (local.get $y) (local.get $x)))
      (else (i32.add (i32.const 1) (local.get $x)))))
  (func (export "written") (param $p i32) (param $c i32) (result i32)
    (local $x i32) (local $y i32)
    (local.set $x (i32.load offset=8 (local.get $p)))
    (local.set $y (i32.load offset=4 (local.get $p)))
    (i32.store offset=4 (local.get $p) (i32.const 5))
    (if (result i32) (local.get $c)
      (then (i32.mul (local.get $y) (i32.add (local.get $x) (i32.const 1))))
      (else (local.get $x))))
  (func (export "condition") (param $p i32) (param $n i32) (result i32)
    (local $y i32)
    (loop $l
      (if (i32.eq (local.get $n) (i32.const 1))
        (then
          (local.set $y (i32.add (local.get $y) (i32.load offset=8 (local.get $p))))
          (local.set $y (i32.xor (local.get $y) (i32.load offset=4 (local.get $p))))))
      (br_if $l (i32.gt_s (local.tee $n (i32.sub (local.get $n) (i32.const 1))) (i32.const 1))))
    (local.get $y)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1.. "m"
;;   memory m1 : i32 2.. "n"
;;   export "narrow" f0
;;   export "path" f1
;;   export "other" f2
;;   export "written" f3
;;   export "condition" f4
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.load8_u v0
;;     v3 = i32.load v0
;;     br_if v1, b2, b1
;;   b1:
;;     v4 = i32.const 1
;;     v5 = i32.add v2, v4
;;     jump b3(v5)
;;   b2:
;;     v6 = i32.mul v3, v2
;;     jump b3(v6)
;;   b3(v7: i32):
;;     return v7
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     br_if v1, b1, b2(v2)
;;   b1:
;;     v3 = i32.load v0 offset=8
;;     jump b2(v3)
;;   b2(v4: i32):
;;     v5 = i32.load v0 offset=4
;;     br_if v1, b3, b4(v4)
;;   b3:
;;     v6 = i32.mul v5, v4
;;     jump b4(v6)
;;   b4(v7: i32):
;;     return v7
;;   }
;;   func f2 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.load v0 offset=8 memory=m1
;;     v3 = i32.load v0 offset=4
;;     br_if v1, b2, b1
;;   b1:
;;     v4 = i32.const 1
;;     v5 = i32.add v2, v4
;;     jump b3(v5)
;;   b2:
;;     v6 = i32.mul v3, v2
;;     jump b3(v6)
;;   b3(v7: i32):
;;     return v7
;;   }
;;   func f3 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.load v0 offset=8
;;     v3 = i32.load v0 offset=4
;;     v4 = i32.const 5
;;     i32.store v0, v4 offset=4
;;     br_if v1, b1, b2(v2)
;;   b1:
;;     v5 = i32.const 1
;;     v6 = i32.add v2, v5
;;     v7 = i32.mul v3, v6
;;     jump b2(v7)
;;   b2(v8: i32):
;;     return v8
;;   }
;;   func f4 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     jump b1(v2, v1)
;;   b1(v3: i32, v4: i32):
;;     v5 = i32.const 1
;;     v6 = i32.eq v4, v5
;;     br_if v6, b2, b3(v3)
;;   b2:
;;     v7 = i32.load v0 offset=8
;;     v8 = i32.add v3, v7
;;     v9 = i32.load v0 offset=4
;;     v10 = i32.xor v8, v9
;;     jump b3(v10)
;;   b3(v11: i32):
;;     v12 = i32.const -1
;;     v13 = i32.add v4, v12
;;     v14 = i32.gt_s v13, v5
;;     br_if v14, b1(v11, v13), b4
;;   b4:
;;     return v11
;;   }
;; }
