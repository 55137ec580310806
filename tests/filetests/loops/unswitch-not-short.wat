;; No unswitching of a loop of at most four iterations: by a guard, by a mask, and by the lesser of two numbers. The last
;; function has a bound of five.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,unswitch,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: guarded(4, 1) == 10
;; run: guarded(5, 1) == 0
;; run: masked(7, 1) == 6
;; run: least(9, 1) == 6
;; run: long(9, 1) == 15
(module
  (global $g (mut i32) (i32.const 0))
  (func (export "guarded") (param $n i32) (param $c i32) (result i32)
    (local $i i32)
    (if (i32.gt_u (local.get $n) (i32.const 4)) (then (return (i32.const 0))))
    (if (i32.gt_s (local.get $n) (i32.const 0)) (then
      (loop $l
        (if (local.get $c) (then (global.set $g (i32.add (global.get $g) (i32.const 1)))))
        (global.set $g (i32.add (global.get $g) (local.get $i)))
        (br_if $l (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))))
    (global.get $g))
  (func (export "masked") (param $n i32) (param $c i32) (result i32)
    (local $i i32)
    (local.set $n (i32.and (local.get $n) (i32.const 3)))
    (if (i32.gt_s (local.get $n) (i32.const 0)) (then
      (loop $l
        (if (local.get $c) (then (global.set $g (i32.add (global.get $g) (i32.const 1)))))
        (global.set $g (i32.add (global.get $g) (local.get $i)))
        (br_if $l (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))))
    (global.get $g))
  (func (export "least") (param $n i32) (param $c i32) (result i32)
    (local $i i32)
    (local.set $n (select (local.get $n) (i32.const 3) (i32.lt_s (local.get $n) (i32.const 3))))
    (if (i32.gt_s (local.get $n) (i32.const 0)) (then
      (loop $l
        (if (local.get $c) (then (global.set $g (i32.add (global.get $g) (i32.const 1)))))
        (global.set $g (i32.add (global.get $g) (local.get $i)))
        (br_if $l (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))))
    (global.get $g))
  (func (export "long") (param $n i32) (param $c i32) (result i32)
    (local $i i32)
    (local.set $n (select (local.get $n) (i32.const 5) (i32.lt_s (local.get $n) (i32.const 5))))
    (if (i32.gt_s (local.get $n) (i32.const 0)) (then
      (loop $l
        (if (local.get $c) (then (global.set $g (i32.add (global.get $g) (i32.const 1)))))
        (global.set $g (i32.add (global.get $g) (local.get $i)))
        (br_if $l (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))))
    (global.get $g))
)

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   global g0 : mut i32 "g" = i32.const 0
;;   export "guarded" f0
;;   export "masked" f1
;;   export "least" f2
;;   export "long" f3
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v3 = i32.const 4
;;     v4 = i32.gt_u v0, v3
;;     br_if v4, b2, b1
;;   b1:
;;     v7 = i32.gt_s v0, v2
;;     br_if v7, b7(v2), b4
;;   b2:
;;     return v2
;;   b4:
;;     v17 = global.get g0
;;     return v17
;;   b7(v12: i32):
;;     br_if v1, b9, b8
;;   b8:
;;     v11 = global.get g0
;;     v13 = i32.add v11, v12
;;     global.set g0 v13
;;     v14 = i32.const 1
;;     v15 = i32.add v12, v14
;;     v16 = i32.lt_s v15, v0
;;     br_if v16, b7(v15), b4
;;   b9:
;;     v8 = global.get g0
;;     v9 = i32.const 1
;;     v10 = i32.add v8, v9
;;     global.set g0 v10
;;     jump b8
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v3 = i32.const 3
;;     v4 = i32.and v0, v3
;;     v6 = i32.gt_s v4, v2
;;     br_if v6, b4(v2), b1
;;   b1:
;;     v16 = global.get g0
;;     return v16
;;   b4(v11: i32):
;;     br_if v1, b6, b5
;;   b5:
;;     v10 = global.get g0
;;     v12 = i32.add v10, v11
;;     global.set g0 v12
;;     v13 = i32.const 1
;;     v14 = i32.add v11, v13
;;     v15 = i32.lt_s v14, v4
;;     br_if v15, b4(v14), b1
;;   b6:
;;     v7 = global.get g0
;;     v8 = i32.const 1
;;     v9 = i32.add v7, v8
;;     global.set g0 v9
;;     jump b5
;;   }
;;   func f2 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v3 = i32.const 3
;;     v5 = i32.lt_s v0, v3
;;     v6 = select v0, v3, v5
;;     v8 = i32.gt_s v6, v2
;;     br_if v8, b4(v2), b1
;;   b1:
;;     v18 = global.get g0
;;     return v18
;;   b4(v13: i32):
;;     br_if v1, b6, b5
;;   b5:
;;     v12 = global.get g0
;;     v14 = i32.add v12, v13
;;     global.set g0 v14
;;     v15 = i32.const 1
;;     v16 = i32.add v13, v15
;;     v17 = i32.lt_s v16, v6
;;     br_if v17, b4(v16), b1
;;   b6:
;;     v9 = global.get g0
;;     v10 = i32.const 1
;;     v11 = i32.add v9, v10
;;     global.set g0 v11
;;     jump b5
;;   }
;;   func f3 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v3 = i32.const 5
;;     v5 = i32.lt_s v0, v3
;;     v6 = select v0, v3, v5
;;     v8 = i32.gt_s v6, v2
;;     br_if v8, b9, b1
;;   b1:
;;     v18 = global.get g0
;;     return v18
;;   b4(v13: i32):
;;     v9 = global.get g0
;;     v10 = i32.const 1
;;     v11 = i32.add v9, v10
;;     global.set g0 v11
;;     v14 = i32.add v11, v13
;;     global.set g0 v14
;;     v16 = i32.add v13, v10
;;     v17 = i32.lt_s v16, v6
;;     br_if v17, b4(v16), b1
;;   b9:
;;     br_if v1, b4(v2), b11(v2)
;;   b11(v19: i32):
;;     v23 = global.get g0
;;     v24 = i32.add v23, v19
;;     global.set g0 v24
;;     v25 = i32.const 1
;;     v26 = i32.add v19, v25
;;     v27 = i32.lt_s v26, v6
;;     br_if v27, b11(v26), b1
;;   }
;; }
