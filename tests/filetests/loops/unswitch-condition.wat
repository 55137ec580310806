;; A branch on a parameter is taken before the loop. Live-out values come from the copy that was executed.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,unswitch,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(4, 1) == 10
;; run: f(4, 0) == 6
;; run: f(0, 1) == 0
(module
  (global $g (mut i32) (i32.const 0))
  (func (export "f") (param $n i32) (param $c i32) (result i32)
    (local $i i32)
    (global.set $g (i32.const 0))
    (block $out (loop $l
      (br_if $out (i32.ge_s (local.get $i) (local.get $n)))
      (if (local.get $c) (then (global.set $g (i32.add (global.get $g) (i32.const 1)))))
      (global.set $g (i32.add (global.get $g) (local.get $i)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $l)))
    (global.get $g)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   global g0 : mut i32 "g" = i32.const 0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     global.set g0 v2
;;     v14 = i32.le_s v0, v2
;;     br_if v14, b1, b8
;;   b1:
;;     v13 = global.get g0
;;     return v13
;;   b7(v16: i32):
;;     v6 = global.get g0
;;     v7 = i32.const 1
;;     v8 = i32.add v6, v7
;;     global.set g0 v8
;;     v10 = i32.add v8, v16
;;     global.set g0 v10
;;     v12 = i32.add v16, v7
;;     v5 = i32.ge_s v12, v0
;;     br_if v5, b1, b7(v12)
;;   b8:
;;     br_if v1, b7(v2), b10(v2)
;;   b10(v17: i32):
;;     v21 = global.get g0
;;     v22 = i32.add v21, v17
;;     global.set g0 v22
;;     v23 = i32.const 1
;;     v24 = i32.add v17, v23
;;     v25 = i32.ge_s v24, v0
;;     br_if v25, b1, b10(v24)
;;   }
;; }
