;; No scalar promotion: some iterations write the global a second time, so its final value is not a single one.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,scalar-promotion,ssa-cleanup,dce
;; run: f(4, 2) == 102
;; run: f(2, 9) == 23
(module
  (global $g (mut i32) (i32.const 5))
  (func (export "f") (param $n i32) (param $x i32) (result i32)
    (local $i i32)
    (block $out
      (loop $l
        (br_if $out (i32.ge_u (local.get $i) (local.get $n)))
        (global.set $g (i32.add (global.get $g) (local.get $x)))
        (if (i32.eq (local.get $i) (i32.const 2)) (then (global.set $g (i32.const 100))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $l)))
    (global.get $g)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   global g0 : mut i32 "g" = i32.const 5
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v13 = i32.ge_u v2, v0
;;     br_if v13, b1, b8
;;   b1:
;;     v12 = global.get g0
;;     return v12
;;   b2:
;;     v4 = i32.ge_u v11, v0
;;     br_if v4, b9, b7(v11)
;;   b3:
;;     v5 = global.get g0
;;     v6 = i32.add v5, v1
;;     global.set g0 v6
;;     v7 = i32.const 2
;;     v8 = i32.eq v14, v7
;;     br_if v8, b5, b6
;;   b4:
;;     v10 = i32.const 1
;;     v11 = i32.add v14, v10
;;     jump b2
;;   b5:
;;     v9 = i32.const 100
;;     global.set g0 v9
;;     jump b4
;;   b6:
;;     jump b4
;;   b7(v14: i32):
;;     jump b3
;;   b8:
;;     jump b7(v2)
;;   b9:
;;     jump b1
;;   }
;; }
