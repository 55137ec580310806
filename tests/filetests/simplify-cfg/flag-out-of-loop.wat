;; Jump threading: a flag that is set on an exit of a loop, and tested at a merge, is known there. The exit skips
;; the test, though other values of the merge are used in the next iteration and behind the loop.
;; test: pass unreachable,ssa-cleanup,fold,simplify-cfg,ssa-cleanup,dce
;; run: f(3, 10) == 60
;; run: f(2, 10) == 20
;; run: f(0, 5) == 5
;; run: f(100, 1) == 60
(module
  (func (export "f") (param $x i32) (param $y i32) (result i32)
    (local $i i32) (local $flag i32) (local $s i32)
    (local.set $s (local.get $y))
    (loop $again
      (if (i32.eq (local.get $i) (local.get $x))
        (then (local.set $flag (i32.const 2)))
        (else
          (local.set $flag (i32.const 0))
          (local.set $s (i32.add (local.get $s) (i32.add (local.get $y) (i32.const 0))))))
      (if (local.get $flag) (then
        (if (i32.gt_u (local.get $s) (i32.const 35)) (then (return (i32.const 60))))
        (return (i32.sub (local.get $s) (i32.mul (i32.ne (local.get $x) (i32.const 0)) (local.get $y))))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $again (i32.lt_u (local.get $i) (i32.const 50))))
    (i32.const 60)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     jump b1(v1, v2)
;;   b1(v7: i32, v3: i32):
;;     v4 = i32.eq v3, v0
;;     br_if v4, b6, b4
;;   b4:
;;     v10 = i32.add v7, v1
;;     v20 = i32.const 1
;;     v21 = i32.add v3, v20
;;     v22 = i32.const 50
;;     v23 = i32.lt_u v21, v22
;;     br_if v23, b1(v10, v21), b11
;;   b6:
;;     v13 = i32.const 35
;;     v14 = i32.gt_u v7, v13
;;     br_if v14, b9, b8
;;   b8:
;;     v16 = i32.const 0
;;     v17 = i32.ne v0, v16
;;     v18 = i32.mul v17, v1
;;     v19 = i32.sub v7, v18
;;     return v19
;;   b9:
;;     v15 = i32.const 60
;;     return v15
;;   b11:
;;     v24 = i32.const 60
;;     return v24
;;   }
;; }
