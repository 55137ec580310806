;; No scalar promotion: a location at an unknown address may be out of bounds. The store of the first iteration must
;; trap before the second.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,scalar-promotion,ssa-cleanup,dce
;; run: f(4, 64) == 4
(module
  (memory (export "m") 1)
  (global $g (export "g") (mut i32) (i32.const 5))
  (func (export "f") (param $n i32) (param $x i32) (result i32)
    (local $i i32)
    (block $out
      (loop $l
        (br_if $out (i32.ge_u (local.get $i) (local.get $n)))
        (i32.store (local.get $x) (i32.add (i32.load (local.get $x)) (i32.const 1)))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $l)))
    (i32.load (local.get $x))))

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
;;     v11 = i32.ge_u v2, v0
;;     br_if v11, b1, b5
;;   b1:
;;     v10 = i32.load v1
;;     return v10
;;   b2:
;;     v4 = i32.ge_u v9, v0
;;     br_if v4, b6, b4(v9)
;;   b3:
;;     v5 = i32.load v1
;;     v6 = i32.const 1
;;     v7 = i32.add v5, v6
;;     i32.store v1, v7
;;     v8 = i32.const 1
;;     v9 = i32.add v12, v8
;;     jump b2
;;   b4(v12: i32):
;;     jump b3
;;   b5:
;;     jump b4(v2)
;;   b6:
;;     jump b1
;;   }
;; }
