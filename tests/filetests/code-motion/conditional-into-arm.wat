;; A conditional whose value one alternative uses is computed there, also one with a conditional in it.
;; test: pass graph
;; run: f(0, 3) == 4
;; run: f(1, 3) == 63
;; run: f(1, 20) == 81920
;; run: nested(0, 3) == 4
;; run: nested(1, 3) == 63
;; run: nested(1, 12) == 24
;; run: nested(1, 20) == 81920
(module
  (func (export "f") (param $c i32) (param $x i32) (result i32)
    (local $t i32)
    (if (i32.lt_u (local.get $x) (i32.const 10))
      (then (local.set $t (i32.mul (local.get $x) (i32.mul (local.get $x) (i32.const 7)))))
      (else (local.set $t (i32.rotl (local.get $x) (i32.const 12)))))
    (if (result i32) (local.get $c)
      (then (local.get $t))
      (else (i32.add (local.get $x) (i32.const 1)))))
  (func (export "nested") (param $c i32) (param $x i32) (result i32)
    (local $t i32)
    (if (i32.lt_u (local.get $x) (i32.const 10))
      (then (local.set $t (i32.mul (local.get $x) (i32.mul (local.get $x) (i32.const 7)))))
      (else
        (if (i32.eq (local.get $x) (i32.const 12))
          (then (local.set $t (i32.add (local.get $x) (local.get $x))))
          (else (local.set $t (i32.rotl (local.get $x) (i32.const 12)))))))
    (if (result i32) (local.get $c)
      (then (local.get $t))
      (else (i32.add (local.get $x) (i32.const 1))))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   export "f" f0
;;   export "nested" f1
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 10
;;     br_if v0, b2, b1
;;   b1:
;;     v3 = i32.const 1
;;     v4 = i32.add v1, v3
;;     jump b6(v4)
;;   b2:
;;     v5 = i32.lt_u v1, v2
;;     br_if v5, b4, b3
;;   b3:
;;     v6 = i32.const 12
;;     v7 = i32.rotl v1, v6
;;     jump b5(v7)
;;   b4:
;;     v8 = i32.const 7
;;     v9 = i32.mul v1, v8
;;     v10 = i32.mul v1, v9
;;     jump b5(v10)
;;   b5(v11: i32):
;;     jump b6(v11)
;;   b6(v12: i32):
;;     return v12
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 10
;;     br_if v0, b2, b1
;;   b1:
;;     v3 = i32.const 1
;;     v4 = i32.add v1, v3
;;     jump b9(v4)
;;   b2:
;;     v5 = i32.lt_u v1, v2
;;     br_if v5, b7, b3
;;   b3:
;;     v6 = i32.const 12
;;     v7 = i32.eq v1, v6
;;     br_if v7, b5, b4
;;   b4:
;;     v8 = i32.rotl v1, v6
;;     jump b6(v8)
;;   b5:
;;     v9 = i32.add v1, v1
;;     jump b6(v9)
;;   b6(v10: i32):
;;     jump b8(v10)
;;   b7:
;;     v11 = i32.const 7
;;     v12 = i32.mul v1, v11
;;     v13 = i32.mul v1, v12
;;     jump b8(v13)
;;   b8(v14: i32):
;;     jump b9(v14)
;;   b9(v15: i32):
;;     return v15
;;   }
;; }
