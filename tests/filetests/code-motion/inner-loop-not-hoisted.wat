;; An inner loop, or a call, stays under a condition, since it may take long; and so do loops that may be infinite.
;; test: pass graph
;; run: condition(3, 2) == 40
;; run: call(3, 2) == 40
;; run: endless(3, 2) == 6
(module
  (func $counted (param $x i32) (result i32)
    (local $t i32) (local $i i32)
    (loop $l
      (local.set $t (i32.add (local.get $t) (local.get $x)))
      (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 10))))
    (local.get $t))
  (func (export "condition") (param $n i32) (param $x i32) (result i32)
    (local $t i32) (local $i i32) (local $s i32)
    (loop $o
      (if (i32.and (local.get $n) (i32.const 1))
        (then
          (local.set $t (i32.const 0))
          (local.set $i (i32.const 0))
          (loop $l
            (local.set $t (i32.add (local.get $t) (local.get $x)))
            (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 10))))
          (local.set $s (i32.add (local.get $s) (local.get $t)))))
      (br_if $o (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s))
  (func (export "call") (param $n i32) (param $x i32) (result i32)
    (local $s i32)
    (loop $o
      (if (i32.and (local.get $n) (i32.const 1))
        (then (local.set $s (i32.add (local.get $s) (call $counted (local.get $x))))))
      (br_if $o (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s))
  (func (export "endless") (param $n i32) (param $x i32) (result i32)
    (local $i i32) (local $s i32)
    (loop $o
      (local.set $i (i32.const 0))
      (loop $l
        (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 2))) (local.get $x))))
      (local.set $s (i32.add (local.get $s) (local.get $i)))
      (br_if $o (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   ty1 = func (i32, i32) -> (i32)
;;   export "condition" f1
;;   export "call" f2
;;   export "endless" f3
;;   func f0 : ty0 "counted" {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b1(v1, v1)
;;   b1(v2: i32, v3: i32):
;;     v4 = i32.const 1
;;     v5 = i32.add v2, v4
;;     v6 = i32.const 10
;;     v7 = i32.lt_u v5, v6
;;     v8 = i32.add v3, v0
;;     br_if v7, b1(v5, v8), b2
;;   b2:
;;     return v8
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     jump b1(v2, v0)
;;   b1(v3: i32, v4: i32):
;;     v5 = i32.const 1
;;     v6 = i32.and v4, v5
;;     br_if v6, b2(v2, v2), b4(v3)
;;   b2(v7: i32, v8: i32):
;;     v9 = i32.add v7, v5
;;     v10 = i32.const 10
;;     v11 = i32.lt_u v9, v10
;;     v12 = i32.add v8, v1
;;     br_if v11, b2(v9, v12), b3
;;   b3:
;;     v13 = i32.add v3, v12
;;     jump b4(v13)
;;   b4(v14: i32):
;;     v15 = i32.const -1
;;     v16 = i32.add v4, v15
;;     br_if v16, b1(v14, v16), b5
;;   b5:
;;     return v14
;;   }
;;   func f2 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     jump b1(v2, v0)
;;   b1(v3: i32, v4: i32):
;;     v5 = i32.const 1
;;     v6 = i32.and v4, v5
;;     br_if v6, b2, b3(v3)
;;   b2:
;;     v7 = call f0 v1
;;     v8 = i32.add v3, v7
;;     jump b3(v8)
;;   b3(v9: i32):
;;     v10 = i32.const -1
;;     v11 = i32.add v4, v10
;;     br_if v11, b1(v9, v11), b4
;;   b4:
;;     return v9
;;   }
;;   func f3 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     jump b1(v0, v2)
;;   b1(v3: i32, v4: i32):
;;     jump b2(v2)
;;   b2(v5: i32):
;;     v6 = i32.const 2
;;     v7 = i32.add v5, v6
;;     v8 = i32.ne v7, v1
;;     br_if v8, b2(v7), b3
;;   b3:
;;     v9 = i32.const -1
;;     v10 = i32.add v3, v9
;;     v11 = i32.add v4, v7
;;     br_if v10, b1(v10, v11), b4
;;   b4:
;;     return v11
;;   }
;; }
