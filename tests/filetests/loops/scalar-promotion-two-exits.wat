;; Scalar promotion: the value is stored at each exit.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,scalar-promotion,ssa-cleanup,dce
;; run: f(4, 3) == 14
(module
  (memory (export "m") 1)
  (global $g (export "g") (mut i32) (i32.const 5))
  (func (export "f") (param $n i32) (param $x i32) (result i32)
    (local $i i32)
    (block $out
      (loop $l
        (br_if $out (i32.ge_u (local.get $i) (local.get $n)))
        (br_if $out (i32.eq (global.get $g) (i32.const 14)))
        (global.set $g (i32.add (global.get $g) (local.get $x)))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $l)))
    (global.get $g)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   global g0 : mut i32 "g" = i32.const 5
;;   export "m" m0
;;   export "g" g0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v13 = i32.ge_u v2, v0
;;     br_if v13, b5, b8
;;   b1:
;;     v12 = global.get g0
;;     return v12
;;   b2:
;;     v4 = i32.ge_u v11, v0
;;     br_if v4, b9, b7(v11, v9)
;;   b3:
;;     v6 = i32.const 14
;;     v7 = i32.eq v16, v6
;;     br_if v7, b6, b4
;;   b4:
;;     v9 = i32.add v16, v1
;;     v10 = i32.const 1
;;     v11 = i32.add v14, v10
;;     jump b2
;;   b5:
;;     jump b1
;;   b6:
;;     global.set g0 v16
;;     jump b1
;;   b7(v14: i32, v16: i32):
;;     jump b3
;;   b8:
;;     v15 = global.get g0
;;     jump b7(v2, v15)
;;   b9:
;;     global.set g0 v9
;;     jump b5
;;   }
;; }
