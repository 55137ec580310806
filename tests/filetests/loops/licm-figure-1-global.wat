;; Figure 1 with d in a global: the computation is hoisted, the assignment is not, as it does not dominate the exit
;; where d is live.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,predictive-commoning,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(2, 3, 1) == 18
;; run: f(2, 3, -1) == 0
(module
  (global $d (mut i32) (i32.const 0))
  (func (export "f") (param $a i32) (param $b i32) (param $n i32) (result i32)
    (local $i i32) (local $s i32)
    (global.set $d (i32.const 0))
    (block $out (loop $l
      (br_if $out (i32.gt_s (local.get $i) (local.get $n)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (global.set $d (i32.mul (local.get $a) (local.get $b)))
      (local.set $s (i32.add (local.get $s) (global.get $d)))
      (br $l)))
    (i32.add (local.get $s) (global.get $d))))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   global g0 : mut i32 "d" = i32.const 0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     v4 = i32.const 0
;;     global.set g0 v4
;;     v15 = i32.gt_s v3, v2
;;     br_if v15, b1(v3), b5
;;   b1(v18: i32):
;;     v13 = global.get g0
;;     v14 = i32.add v18, v13
;;     return v14
;;   b4(v16: i32, v17: i32):
;;     v7 = i32.const 1
;;     v8 = i32.add v16, v7
;;     global.set g0 v9
;;     v11 = global.get g0
;;     v12 = i32.add v17, v11
;;     v6 = i32.gt_s v8, v2
;;     br_if v6, b1(v12), b4(v8, v12)
;;   b5:
;;     v9 = i32.mul v0, v1
;;     jump b4(v3, v3)
;;   }
;; }
