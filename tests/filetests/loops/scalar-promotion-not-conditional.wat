;; No scalar promotion: an access is in a block that not each iteration executes.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,scalar-promotion,ssa-cleanup,dce
;; run: f(4, 3) == 11
(module
  (memory (export "m") 1)
  (global $g (export "g") (mut i32) (i32.const 5))
  (func (export "f") (param $n i32) (param $x i32) (result i32)
    (local $i i32)
    (block $out
      (loop $l
        (br_if $out (i32.ge_u (local.get $i) (local.get $n)))
        (if (i32.and (local.get $i) (i32.const 1)) (then (global.set $g (i32.add (global.get $g) (local.get $x)))))
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
;;     v12 = i32.ge_u v2, v0
;;     br_if v12, b1, b8
;;   b1:
;;     v11 = global.get g0
;;     return v11
;;   b2:
;;     v4 = i32.ge_u v10, v0
;;     br_if v4, b9, b7(v10)
;;   b3:
;;     v5 = i32.const 1
;;     v6 = i32.and v13, v5
;;     br_if v6, b5, b6
;;   b4:
;;     v9 = i32.const 1
;;     v10 = i32.add v13, v9
;;     jump b2
;;   b5:
;;     v7 = global.get g0
;;     v8 = i32.add v7, v1
;;     global.set g0 v8
;;     jump b4
;;   b6:
;;     jump b4
;;   b7(v13: i32):
;;     jump b3
;;   b8:
;;     jump b7(v2)
;;   b9:
;;     jump b1
;;   }
;; }
