;; Two invariant conditions make four loops. A third one is not unswitched.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,unswitch,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(3, 1, 1, 1) == 333
;; run: f(3, 0, 1, 1) == 330
;; run: f(3, 1, 0, 1) == 303
;; run: f(3, 1, 1, 0) == 33
(module
  (global $g (mut i32) (i32.const 0))
  (func (export "f") (param $n i32) (param $a i32) (param $b i32) (param $c i32) (result i32)
    (global.set $g (i32.const 0))
    (loop $l
      (if (local.get $a) (then (global.set $g (i32.add (global.get $g) (i32.const 1)))))
      (if (local.get $b) (then (global.set $g (i32.add (global.get $g) (i32.const 10)))))
      (if (local.get $c) (then (global.set $g (i32.add (global.get $g) (i32.const 100)))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (global.get $g)))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32, i32) -> (i32)
;;   global g0 : mut i32 "g" = i32.const 0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32, v3: i32):
;;     v4 = i32.const 0
;;     global.set g0 v4
;;     br_if v1, b20, b19
;;   b1(v14: i32):
;;     v5 = global.get g0
;;     v6 = i32.const 1
;;     v7 = i32.add v5, v6
;;     global.set g0 v7
;;     v9 = i32.const 10
;;     v10 = i32.add v7, v9
;;     global.set g0 v10
;;     br_if v3, b9, b8
;;   b8:
;;     v18 = i32.const -1
;;     v16 = i32.add v14, v18
;;     br_if v16, b1(v16), b11
;;   b9:
;;     v12 = i32.const 100
;;     v13 = i32.add v10, v12
;;     global.set g0 v13
;;     jump b8
;;   b11:
;;     v17 = global.get g0
;;     return v17
;;   b12(v19: i32):
;;     v23 = global.get g0
;;     v24 = i32.const 10
;;     v25 = i32.add v23, v24
;;     global.set g0 v25
;;     br_if v3, b17, b18
;;   b17:
;;     v27 = i32.const 100
;;     v28 = i32.add v25, v27
;;     global.set g0 v28
;;     jump b18
;;   b18:
;;     v30 = i32.const -1
;;     v31 = i32.add v19, v30
;;     br_if v31, b12(v31), b11
;;   b19:
;;     br_if v2, b12(v0), b23(v0)
;;   b20:
;;     br_if v2, b1(v0), b29(v0)
;;   b23(v32: i32):
;;     br_if v3, b27, b28
;;   b27:
;;     v36 = global.get g0
;;     v37 = i32.const 100
;;     v38 = i32.add v36, v37
;;     global.set g0 v38
;;     jump b28
;;   b28:
;;     v40 = i32.const -1
;;     v41 = i32.add v32, v40
;;     br_if v41, b23(v41), b11
;;   b29(v42: i32):
;;     v43 = global.get g0
;;     v44 = i32.const 1
;;     v45 = i32.add v43, v44
;;     global.set g0 v45
;;     br_if v3, b34, b35
;;   b34:
;;     v50 = i32.const 100
;;     v51 = i32.add v45, v50
;;     global.set g0 v51
;;     jump b35
;;   b35:
;;     v53 = i32.const -1
;;     v54 = i32.add v42, v53
;;     br_if v54, b29(v54), b11
;;   }
;; }
