;; A finite loop whose value one alternative uses is executed there, also with a loop or a conditional in it.
;; test: pass graph
;; run: f(0, 3) == 3
;; run: f(1, 3) == 30
;; run: nested(0, 3) == 3
;; run: nested(1, 3) == 300
;; run: conditional(0, 3) == 3
;; run: conditional(1, 3) == 15
(module
  (func (export "f") (param $c i32) (param $x i32) (result i32)
    (local $t i32) (local $i i32)
    (loop $l
      (local.set $t (i32.add (local.get $t) (local.get $x)))
      (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 10))))
    (if (result i32) (local.get $c) (then (local.get $t)) (else (local.get $x))))
  (func (export "nested") (param $c i32) (param $x i32) (result i32)
    (local $t i32) (local $i i32) (local $j i32)
    (loop $o
      (local.set $i (i32.const 0))
      (loop $l
        (local.set $t (i32.add (local.get $t) (local.get $x)))
        (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 10))))
      (br_if $o (i32.gt_s (i32.const 10) (local.tee $j (i32.add (local.get $j) (i32.const 1))))))
    (if (result i32) (local.get $c) (then (local.get $t)) (else (local.get $x))))
  (func (export "conditional") (param $c i32) (param $x i32) (result i32)
    (local $t i32) (local $i i32)
    (loop $l
      (if (i32.and (local.get $i) (i32.const 1))
        (then (local.set $t (i32.add (local.get $t) (local.get $x)))))
      (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 10))))
    (if (result i32) (local.get $c) (then (local.get $t)) (else (local.get $x)))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   export "f" f0
;;   export "nested" f1
;;   export "conditional" f2
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     br_if v0, b1(v2, v2), b2(v1)
;;   b1(v3: i32, v4: i32):
;;     v5 = i32.const 1
;;     v6 = i32.add v3, v5
;;     v7 = i32.const 10
;;     v8 = i32.lt_u v6, v7
;;     v9 = i32.add v4, v1
;;     br_if v8, b1(v6, v9), b2(v9)
;;   b2(v10: i32):
;;     return v10
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     br_if v0, b1(v2, v2), b4(v1)
;;   b1(v3: i32, v4: i32):
;;     jump b2(v2, v4)
;;   b2(v5: i32, v6: i32):
;;     v7 = i32.const 1
;;     v8 = i32.add v5, v7
;;     v9 = i32.const 10
;;     v10 = i32.ne v8, v9
;;     v11 = i32.add v6, v1
;;     br_if v10, b2(v8, v11), b3
;;   b3:
;;     v12 = i32.const 10
;;     v13 = i32.const 1
;;     v14 = i32.add v3, v13
;;     v15 = i32.lt_s v14, v12
;;     br_if v15, b1(v14, v11), b4(v11)
;;   b4(v16: i32):
;;     return v16
;;   }
;;   func f2 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     br_if v0, b1(v2, v2), b4(v1)
;;   b1(v3: i32, v4: i32):
;;     v5 = i32.const 1
;;     v6 = i32.and v4, v5
;;     br_if v6, b2, b3(v3)
;;   b2:
;;     v7 = i32.add v3, v1
;;     jump b3(v7)
;;   b3(v8: i32):
;;     v9 = i32.add v4, v5
;;     v10 = i32.const 10
;;     v11 = i32.lt_u v9, v10
;;     br_if v11, b1(v8, v9), b4(v8)
;;   b4(v12: i32):
;;     return v12
;;   }
;; }
