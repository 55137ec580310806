;; A finite inner loop, or a call, that is the same in each iteration goes out of the loop around it, or of two.
;; test: pass graph
;; run: f(3, 2) == 60
;; run: call(3, 2) == 60
;; run: two(3, 2) == 180
(module
  (func $counted (param $x i32) (result i32)
    (local $t i32) (local $i i32)
    (loop $l
      (local.set $t (i32.add (local.get $t) (local.get $x)))
      (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 10))))
    (local.get $t))
  (func (export "f") (param $n i32) (param $x i32) (result i32)
    (local $t i32) (local $i i32) (local $s i32)
    (loop $o
      (local.set $t (i32.const 0))
      (local.set $i (i32.const 0))
      (loop $l
        (local.set $t (i32.add (local.get $t) (local.get $x)))
        (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 10))))
      (local.set $s (i32.add (local.get $s) (local.get $t)))
      (br_if $o (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s))
  (func (export "call") (param $n i32) (param $x i32) (result i32)
    (local $s i32)
    (loop $o
      (local.set $s (i32.add (local.get $s) (call $counted (local.get $x))))
      (br_if $o (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s))
  (func (export "two") (param $n i32) (param $x i32) (result i32)
    (local $t i32) (local $i i32) (local $j i32) (local $s i32)
    (loop $p
      (local.set $j (i32.const 3))
      (loop $o
        (local.set $t (i32.const 0))
        (local.set $i (i32.const 0))
        (loop $l
          (local.set $t (i32.add (local.get $t) (local.get $x)))
          (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 10))))
        (local.set $s (i32.add (local.get $s) (local.get $t)))
        (br_if $o (local.tee $j (i32.sub (local.get $j) (i32.const 1)))))
      (br_if $p (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   ty1 = func (i32, i32) -> (i32)
;;   export "f" f1
;;   export "call" f2
;;   export "two" f3
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
;;     jump b1(v2, v2)
;;   b1(v3: i32, v4: i32):
;;     v5 = i32.const 1
;;     v6 = i32.add v3, v5
;;     v7 = i32.const 10
;;     v8 = i32.lt_u v6, v7
;;     v9 = i32.add v4, v1
;;     br_if v8, b1(v6, v9), b2(v0, v2)
;;   b2(v10: i32, v11: i32):
;;     v12 = i32.const -1
;;     v13 = i32.add v10, v12
;;     v14 = i32.add v11, v9
;;     br_if v13, b2(v13, v14), b3
;;   b3:
;;     return v14
;;   }
;;   func f2 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v3 = call f0 v1
;;     jump b1(v0, v2)
;;   b1(v4: i32, v5: i32):
;;     v6 = i32.const -1
;;     v7 = i32.add v4, v6
;;     v8 = i32.add v5, v3
;;     br_if v7, b1(v7, v8), b2
;;   b2:
;;     return v8
;;   }
;;   func f3 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     jump b1(v2, v2)
;;   b1(v3: i32, v4: i32):
;;     v5 = i32.const 1
;;     v6 = i32.add v3, v5
;;     v7 = i32.const 10
;;     v8 = i32.lt_u v6, v7
;;     v9 = i32.add v4, v1
;;     br_if v8, b1(v6, v9), b2(v0, v2)
;;   b2(v10: i32, v11: i32):
;;     v12 = i32.const 3
;;     jump b3(v12, v11)
;;   b3(v13: i32, v14: i32):
;;     v15 = i32.const -1
;;     v16 = i32.add v13, v15
;;     v17 = i32.add v14, v9
;;     br_if v16, b3(v16, v17), b4
;;   b4:
;;     v18 = i32.const -1
;;     v19 = i32.add v10, v18
;;     br_if v19, b2(v19, v17), b5
;;   b5:
;;     return v17
;;   }
;; }
