;; No scalar promotion: another access in the loop may overlap.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,scalar-promotion,ssa-cleanup,dce
;; run: f(4, 64) == 0
(module
  (memory (export "m") 1)
  (global $g (export "g") (mut i32) (i32.const 5))
  (func (export "f") (param $n i32) (param $x i32) (result i32)
    (local $i i32)
    (block $out
      (loop $l
        (br_if $out (i32.ge_u (local.get $i) (local.get $n)))
        (i32.store (i32.const 64) (i32.add (i32.load (i32.const 64)) (local.get $x)))
        (i32.store8 (i32.and (local.get $x) (i32.const 127)) (i32.const 0))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $l)))
    (i32.load (i32.const 64))))

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
;;     v16 = i32.ge_u v2, v0
;;     br_if v16, b1, b5
;;   b1:
;;     v14 = i32.const 64
;;     v15 = i32.load v14
;;     return v15
;;   b2:
;;     v4 = i32.ge_u v13, v0
;;     br_if v4, b6, b4(v13)
;;   b3:
;;     v5 = i32.const 64
;;     v6 = i32.const 64
;;     v7 = i32.load v6
;;     v8 = i32.add v7, v1
;;     i32.store v5, v8
;;     v11 = i32.const 0
;;     i32.store8 v10, v11
;;     v12 = i32.const 1
;;     v13 = i32.add v17, v12
;;     jump b2
;;   b4(v17: i32):
;;     jump b3
;;   b5:
;;     v18 = i32.const 127
;;     v10 = i32.and v1, v18
;;     jump b4(v2)
;;   b6:
;;     jump b1
;;   }
;; }
