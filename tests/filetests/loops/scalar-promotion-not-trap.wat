;; No scalar promotion: an operator in the loop may trap, and the global must be up to date then.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,scalar-promotion,ssa-cleanup,dce
;; run: f(4, 2) == trap
(module
  (memory (export "m") 1)
  (global $g (export "g") (mut i32) (i32.const 5))
  (func (export "f") (param $n i32) (param $x i32) (result i32)
    (local $i i32)
    (block $out
      (loop $l
        (br_if $out (i32.ge_u (local.get $i) (local.get $n)))
        (drop (i32.div_u (local.get $n) (i32.sub (local.get $x) (local.get $i))))
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
;;     v12 = i32.ge_u v2, v0
;;     br_if v12, b1, b5
;;   b1:
;;     v11 = global.get g0
;;     return v11
;;   b2:
;;     v4 = i32.ge_u v10, v0
;;     br_if v4, b6, b4(v10)
;;   b3:
;;     v5 = i32.sub v1, v13
;;     v6 = i32.div_u v0, v5
;;     v7 = global.get g0
;;     v8 = i32.add v7, v1
;;     global.set g0 v8
;;     v9 = i32.const 1
;;     v10 = i32.add v13, v9
;;     jump b2
;;   b4(v13: i32):
;;     jump b3
;;   b5:
;;     jump b4(v2)
;;   b6:
;;     jump b1
;;   }
;; }
