;; A body with branches is copied. Values used behind the loop are those of the last copy.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-deletion,full-unroll,ssa-cleanup,branch-facts,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(5) == 306
;; run: f(0) == 303
(module
  (global $g (mut i32) (i32.const 0))
  (func (export "f") (param $x i32) (result i32)
    (local $i i32) (local $s i32)
    (global.set $g (i32.const 0))
    (loop $l
      (local.set $s (i32.add (i32.mul (local.get $s) (i32.const 10)) (i32.const 1)))
      (if (i32.gt_s (local.get $x) (local.get $i))
        (then (global.set $g (i32.add (global.get $g) (i32.const 1)))))
      (br_if $l (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 3))))
    (i32.add (i32.add (i32.mul (local.get $i) (i32.const 64)) (local.get $s)) (global.get $g))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   global g0 : mut i32 "g" = i32.const 0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v52 = i32.const 0
;;     global.set g0 v52
;;     v48 = i32.const 1
;;     v9 = i32.gt_s v0, v52
;;     br_if v9, b3, b6
;;   b3:
;;     v12 = i32.add v52, v48
;;     global.set g0 v12
;;     jump b6
;;   b5:
;;     v19 = i32.const 303
;;     v20 = global.get g0
;;     v21 = i32.add v20, v19
;;     return v21
;;   b6:
;;     v30 = i32.gt_s v0, v48
;;     br_if v30, b7, b8
;;   b7:
;;     v31 = global.get g0
;;     v32 = i32.add v31, v48
;;     global.set g0 v32
;;     jump b8
;;   b8:
;;     v33 = i32.const 2
;;     v42 = i32.gt_s v0, v33
;;     br_if v42, b10, b5
;;   b10:
;;     v43 = global.get g0
;;     v44 = i32.add v43, v48
;;     global.set g0 v44
;;     jump b5
;;   }
;; }
