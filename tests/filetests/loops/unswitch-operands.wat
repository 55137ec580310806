;; Partial unswitching: an invariant side of `or` and `and`, of a test through `eqz`, and the condition of a `select` of which an
;; arm is computed in the loop, also behind a call in front of the loop and in an inner loop. In `not_number` the `or` is
;; a number, so 2 must not become 1; in `not_truth` the side has more than one bit; in `not_arm` both arms of the `select` are there anyway; in `not_invariant` both sides
;; change.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,licm,unswitch,fold,simplify-cfg,ssa-cleanup,dce
;; run: either(0, 5) == 5
;; run: either(2, 5) == 0
;; run: both(0, 5) == 1
;; run: both(4, 5) == 5
;; run: not_truth(4, 5) == 1
;; run: not_truth(1, 5) == 5
;; run: inside(0, 9) == 9
;; run: inside(1, 9) == 1009
;; run: arm(0, 4) == 6
;; run: arm(3, 4) == 199
;; run: nested(2, 3) == 12
;; run: nested(0, 3) == 0
;; run: not_number(0, 4) == 3
;; run: not_number(2, 4) == 11
;; run: not_arm(0, 4) == 8
;; run: not_arm(1, 4) == 4
;; run: not_invariant(3, 9) == 3
(module
  (memory (export "m") 1)
  (global $g (export "g") (mut i32) (i32.const 0))
  (func $flag (param $c i32) (result i32)
    (i32.ne (i32.rotl (local.get $c) (global.get $g)) (i32.const 0)))
  ;; Left where the flag is set or the counter meets its end; only whether the flag is zero matters.
  (func (export "either") (param $c i32) (param $n i32) (result i32) (local $i i32)
    (block $out
      (loop $l
        (br_if $out (i32.or (local.get $c) (i32.eq (local.get $i) (local.get $n))))
        (i32.store (i32.const 4) (local.get $i))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $l)))
    (local.get $i))
  (func (export "both") (param $c i32) (param $n i32) (result i32) (local $i i32) (local $flag i32)
    (local.set $flag (i32.gt_s (local.get $c) (i32.const 2)))
    (loop $l
      (i32.store (i32.const 4) (local.get $i))
      (br_if $l (i32.and (local.get $flag) (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (local.get $i))
  ;; The side is no truth value: its lowest bit matters, also where it is not zero.
  (func (export "not_truth") (param $c i32) (param $n i32) (result i32) (local $i i32)
    (loop $l
      (i32.store (i32.const 4) (local.get $i))
      (br_if $l (i32.and (local.get $c) (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (local.get $i))
  (func (export "inside") (param $c i32) (param $n i32) (result i32) (local $i i32) (local $s i32) (local $flag i32)
    (local.set $flag (call $flag (local.get $c)))
    (loop $l
      (if (i32.eqz (i32.or (i32.eqz (local.get $flag)) (i32.ne (local.get $i) (i32.const 3))))
        (then (local.set $s (i32.add (local.get $s) (i32.const 1000)))))
      (i32.store (i32.const 4) (local.get $s))
      (local.set $s (i32.add (local.get $s) (i32.const 1)))
      (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $s))
  (func (export "arm") (param $c i32) (param $n i32) (result i32) (local $i i32) (local $s i32)
    (loop $l
      (local.set $s (i32.add (local.get $s)
        (select (i32.mul (i32.xor (local.get $s) (local.get $i)) (i32.const 77)) (local.get $i) (local.get $c))))
      (local.set $s (i32.and (local.get $s) (i32.const 255)))
      (i32.store (i32.const 4) (local.get $s))
      (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $s))
  (func (export "nested") (param $c i32) (param $n i32) (result i32) (local $i i32) (local $j i32) (local $s i32)
    (loop $outer
      (local.set $i (i32.const 0))
      (loop $l
        (if (i32.and (i32.ne (local.get $c) (local.get $j)) (i32.lt_u (local.get $i) (local.get $c)))
          (then (local.set $s (i32.add (local.get $s) (i32.const 3)))))
        (i32.store (i32.const 4) (local.get $s))
        (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
      (br_if $outer (i32.lt_u (local.tee $j (i32.add (local.get $j) (i32.const 1))) (local.get $n))))
    (local.get $s))
  (func (export "not_number") (param $c i32) (param $n i32) (result i32) (local $i i32) (local $s i32) (local $x i32)
    (loop $l
      (local.set $x (i32.or (local.get $c) (i32.gt_u (local.get $i) (i32.const 0))))
      (if (local.get $c) (then (i32.store (i32.const 4) (local.get $i))))
      (local.set $s (i32.add (local.get $s) (local.get $x)))
      (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $s))
  (func (export "not_arm") (param $c i32) (param $n i32) (result i32) (local $i i32) (local $s i32)
    (loop $l
      (local.set $s (i32.add (local.get $s) (select (i32.const 1) (i32.const 2) (local.get $c))))
      (i32.store (i32.const 4) (local.get $s))
      (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $s))
  (func (export "not_invariant") (param $c i32) (param $n i32) (result i32) (local $i i32)
    (block $out
      (loop $l
        (br_if $out (i32.or (i32.gt_u (i32.mul (local.get $i) (local.get $i)) (local.get $n)) (i32.eq (local.get $i) (local.get $c))))
        (i32.store (i32.const 4) (local.get $i))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $l)))
    (local.get $i)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   ty1 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   global g0 : mut i32 "g" = i32.const 0
;;   export "m" m0
;;   export "g" g0
;;   export "either" f1
;;   export "both" f2
;;   export "not_truth" f3
;;   export "inside" f4
;;   export "arm" f5
;;   export "nested" f6
;;   export "not_number" f7
;;   export "not_arm" f8
;;   export "not_invariant" f9
;;   func f0 : ty0 "flag" {
;;   b0(v0: i32):
;;     v3 = i32.const 0
;;     v4 = i32.ne v0, v3
;;     return v4
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v18 = i32.const 0
;;     v2 = i32.const 0
;;     br_if v0, b2, b4(v2)
;;   b1:
;;     return v9
;;   b2:
;;     return v18
;;   b4(v9: i32):
;;     v10 = i32.eq v9, v1
;;     br_if v10, b1, b5
;;   b5:
;;     v12 = i32.const 4
;;     i32.store v12, v9
;;     v13 = i32.const 1
;;     v14 = i32.add v9, v13
;;     jump b4(v14)
;;   }
;;   func f2 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v20 = i32.const 0
;;     v2 = i32.const 0
;;     v3 = i32.const 2
;;     v4 = i32.gt_s v0, v3
;;     br_if v4, b1(v2), b3
;;   b1(v6: i32):
;;     v5 = i32.const 4
;;     i32.store v5, v6
;;     v7 = i32.const 1
;;     v8 = i32.add v6, v7
;;     v9 = i32.lt_u v8, v1
;;     br_if v9, b1(v8), b2
;;   b2:
;;     return v8
;;   b3:
;;     v12 = i32.const 4
;;     i32.store v12, v20
;;     v13 = i32.const 1
;;     v14 = i32.add v20, v13
;;     return v14
;;   }
;;   func f3 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     jump b1(v2)
;;   b1(v4: i32):
;;     v3 = i32.const 4
;;     i32.store v3, v4
;;     v5 = i32.const 1
;;     v6 = i32.add v4, v5
;;     v7 = i32.lt_u v6, v1
;;     v8 = i32.and v0, v7
;;     br_if v8, b1(v6), b2
;;   b2:
;;     return v6
;;   }
;;   func f4 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v3 = call f0 v0
;;     br_if v3, b6(v2, v2), b1(v2, v2)
;;   b1(v10: i32, v5: i32):
;;     v13 = i32.const 4
;;     i32.store v13, v10
;;     v15 = i32.const 1
;;     v16 = i32.add v10, v15
;;     v18 = i32.add v5, v15
;;     v19 = i32.lt_u v18, v1
;;     br_if v19, b1(v16, v18), b5(v16)
;;   b5(v37: i32):
;;     return v37
;;   b6(v20: i32, v21: i32):
;;     v23 = i32.const 3
;;     v24 = i32.ne v21, v23
;;     br_if v24, b8(v20), b7
;;   b7:
;;     v27 = i32.const 1000
;;     v28 = i32.add v20, v27
;;     jump b8(v28)
;;   b8(v22: i32):
;;     v29 = i32.const 4
;;     i32.store v29, v22
;;     v30 = i32.const 1
;;     v31 = i32.add v22, v30
;;     v32 = i32.add v21, v30
;;     v33 = i32.lt_u v32, v1
;;     br_if v33, b6(v31, v32), b5(v31)
;;   }
;;   func f5 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     br_if v0, b1(v2, v2), b3(v2, v2)
;;   b1(v4: i32, v3: i32):
;;     v5 = i32.xor v3, v4
;;     v6 = i32.const 77
;;     v7 = i32.mul v5, v6
;;     v9 = i32.add v3, v7
;;     v10 = i32.const 255
;;     v11 = i32.and v9, v10
;;     v12 = i32.const 4
;;     i32.store v12, v11
;;     v13 = i32.const 1
;;     v14 = i32.add v4, v13
;;     v15 = i32.lt_u v14, v1
;;     br_if v15, b1(v14, v11), b2(v11)
;;   b2(v31: i32):
;;     return v31
;;   b3(v16: i32, v17: i32):
;;     v22 = i32.add v17, v16
;;     v23 = i32.const 255
;;     v24 = i32.and v22, v23
;;     v25 = i32.const 4
;;     i32.store v25, v24
;;     v26 = i32.const 1
;;     v27 = i32.add v16, v26
;;     v28 = i32.lt_u v27, v1
;;     br_if v28, b3(v27, v24), b2(v24)
;;   }
;;   func f6 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     jump b1(v2, v2)
;;   b1(v17: i32, v4: i32):
;;     v5 = i32.ne v0, v4
;;     br_if v5, b2(v17, v2), b8(v2)
;;   b2(v9: i32, v6: i32):
;;     v7 = i32.lt_u v6, v0
;;     br_if v7, b4, b3(v9)
;;   b3(v13: i32):
;;     v12 = i32.const 4
;;     i32.store v12, v13
;;     v14 = i32.const 1
;;     v15 = i32.add v6, v14
;;     v16 = i32.lt_u v15, v1
;;     br_if v16, b2(v13, v15), b6(v13)
;;   b4:
;;     v10 = i32.const 3
;;     v11 = i32.add v9, v10
;;     jump b3(v11)
;;   b6(v36: i32):
;;     v34 = i32.const 1
;;     v19 = i32.add v4, v34
;;     v20 = i32.lt_u v19, v1
;;     br_if v20, b1(v36, v19), b7
;;   b7:
;;     return v36
;;   b8(v22: i32):
;;     v28 = i32.const 4
;;     i32.store v28, v17
;;     v29 = i32.const 1
;;     v30 = i32.add v22, v29
;;     v31 = i32.lt_u v30, v1
;;     br_if v31, b8(v30), b6(v17)
;;   }
;;   func f7 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     br_if v0, b1(v2, v2), b6(v2, v2)
;;   b1(v8: i32, v3: i32):
;;     v5 = i32.ne v3, v2
;;     v6 = i32.or v0, v5
;;     v7 = i32.const 4
;;     i32.store v7, v3
;;     v9 = i32.add v8, v6
;;     v10 = i32.const 1
;;     v11 = i32.add v3, v10
;;     v12 = i32.lt_u v11, v1
;;     br_if v12, b1(v9, v11), b5(v9)
;;   b5(v25: i32):
;;     return v25
;;   b6(v14: i32, v15: i32):
;;     v16 = i32.ne v15, v2
;;     v19 = i32.add v14, v16
;;     v20 = i32.const 1
;;     v21 = i32.add v15, v20
;;     v22 = i32.lt_u v21, v1
;;     br_if v22, b6(v19, v21), b5(v19)
;;   }
;;   func f8 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v13 = i32.const 1
;;     v14 = i32.const 2
;;     v6 = select v13, v14, v0
;;     jump b1(v2, v2)
;;   b1(v9: i32, v3: i32):
;;     v4 = i32.const 1
;;     v7 = i32.add v3, v6
;;     v8 = i32.const 4
;;     i32.store v8, v7
;;     v11 = i32.add v9, v4
;;     v12 = i32.lt_u v11, v1
;;     br_if v12, b1(v11, v7), b2
;;   b2:
;;     return v7
;;   }
;;   func f9 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     jump b2(v2)
;;   b1:
;;     return v3
;;   b2(v3: i32):
;;     v4 = i32.mul v3, v3
;;     v5 = i32.gt_u v4, v1
;;     v6 = i32.eq v3, v0
;;     v7 = i32.or v5, v6
;;     br_if v7, b1, b3
;;   b3:
;;     v8 = i32.const 4
;;     i32.store v8, v3
;;     v9 = i32.const 1
;;     v10 = i32.add v3, v9
;;     jump b2(v10)
;;   }
;; }
