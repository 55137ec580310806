;; Scalar promotion: a global that a loop reads and writes is a value in it, and written once behind it.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,scalar-promotion,ssa-cleanup,dce
;; run: f(4, 3) == 17
(module
  (memory (export "m") 1)
  (global $g (export "g") (mut i32) (i32.const 5))
  (func (export "f") (param $n i32) (param $x i32) (result i32)
    (local $i i32)
    (block $out
      (loop $l
        (br_if $out (i32.ge_u (local.get $i) (local.get $n)))
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
;;     v10 = i32.ge_u v2, v0
;;     br_if v10, b1, b5
;;   b1:
;;     v9 = global.get g0
;;     return v9
;;   b2:
;;     v4 = i32.ge_u v8, v0
;;     br_if v4, b6, b4(v8, v6)
;;   b3:
;;     v6 = i32.add v13, v1
;;     v7 = i32.const 1
;;     v8 = i32.add v11, v7
;;     jump b2
;;   b4(v11: i32, v13: i32):
;;     jump b3
;;   b5:
;;     v12 = global.get g0
;;     jump b4(v2, v12)
;;   b6:
;;     global.set g0 v6
;;     jump b1
;;   }
;; }
