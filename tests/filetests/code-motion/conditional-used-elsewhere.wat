;; A conditional stays where an operator behind uses its value, where both alternatives do, or where it may trap.
;; test: pass graph
;; run: after(0, 3) == 66
;; run: after(1, 3) == 126
;; run: both(0, 3) == 62
;; run: both(1, 3) == 64
;; run: traps(0, 0) == trap
;; run: traps(0, 3) == 3
;; run: traps(1, 3) == 33
(module
  (func (export "after") (param $c i32) (param $x i32) (result i32)
    (local $t i32)
    (if (i32.lt_u (local.get $x) (i32.const 10))
      (then (local.set $t (i32.mul (local.get $x) (i32.mul (local.get $x) (i32.const 7)))))
      (else (local.set $t (i32.rotl (local.get $x) (i32.const 12)))))
    (if (local.get $c) (then (local.set $x (local.get $t))))
    (i32.add (local.get $x) (local.get $t)))
  (func (export "both") (param $c i32) (param $x i32) (result i32)
    (local $t i32)
    (if (i32.lt_u (local.get $x) (i32.const 10))
      (then (local.set $t (i32.mul (local.get $x) (i32.mul (local.get $x) (i32.const 7)))))
      (else (local.set $t (i32.rotl (local.get $x) (i32.const 12)))))
    (if (result i32) (local.get $c)
      (then (i32.add (local.get $t) (i32.const 1)))
      (else (i32.sub (local.get $t) (i32.const 1)))))
  (func (export "traps") (param $c i32) (param $x i32) (result i32)
    (local $t i32)
    (if (i32.lt_u (local.get $x) (i32.const 10))
      (then (local.set $t (i32.div_u (i32.const 100) (local.get $x))))
      (else (local.set $t (i32.rotl (local.get $x) (i32.const 12)))))
    (if (result i32) (local.get $c)
      (then (local.get $t))
      (else (local.get $x)))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   export "after" f0
;;   export "both" f1
;;   export "traps" f2
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 10
;;     v3 = i32.lt_u v1, v2
;;     br_if v3, b2, b1
;;   b1:
;;     v4 = i32.const 12
;;     v5 = i32.rotl v1, v4
;;     jump b3(v5)
;;   b2:
;;     v6 = i32.const 7
;;     v7 = i32.mul v1, v6
;;     v8 = i32.mul v1, v7
;;     jump b3(v8)
;;   b3(v9: i32):
;;     br_if v0, b4(v9), b4(v1)
;;   b4(v10: i32):
;;     v11 = i32.add v10, v9
;;     return v11
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 10
;;     v3 = i32.lt_u v1, v2
;;     br_if v3, b2, b1
;;   b1:
;;     v4 = i32.const 12
;;     v5 = i32.rotl v1, v4
;;     jump b3(v5)
;;   b2:
;;     v6 = i32.const 7
;;     v7 = i32.mul v1, v6
;;     v8 = i32.mul v1, v7
;;     jump b3(v8)
;;   b3(v9: i32):
;;     br_if v0, b5, b4
;;   b4:
;;     v10 = i32.const -1
;;     v11 = i32.add v9, v10
;;     jump b6(v11)
;;   b5:
;;     v12 = i32.const 1
;;     v13 = i32.add v9, v12
;;     jump b6(v13)
;;   b6(v14: i32):
;;     return v14
;;   }
;;   func f2 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 10
;;     v3 = i32.lt_u v1, v2
;;     br_if v3, b2, b1
;;   b1:
;;     v4 = i32.const 12
;;     v5 = i32.rotl v1, v4
;;     jump b3(v5)
;;   b2:
;;     v6 = i32.const 100
;;     v7 = i32.div_u v6, v1
;;     jump b3(v7)
;;   b3(v8: i32):
;;     br_if v0, b4(v8), b4(v1)
;;   b4(v9: i32):
;;     return v9
;;   }
;; }
