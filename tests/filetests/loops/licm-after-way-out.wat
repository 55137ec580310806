;; A division behind an invariant way out: the way out is rotated to the bottom, and the division is executed on each entry.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(0, 3) == 0
;; run: f(5, 3) == 60
(module
  (memory 1)
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (local $s i32)
    (block $out (loop $l
      (br_if $out (i32.eqz (local.get $p)))
      (local.set $s (i32.add (local.get $s) (i32.div_u (i32.const 100) (local.get $p))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1))))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v12 = i32.eqz v0
;;     br_if v12, b1(v2), b7
;;   b1(v11: i32):
;;     return v11
;;   b6(v13: i32, v14: i32):
;;     v7 = i32.add v13, v6
;;     v9 = i32.const 1
;;     v10 = i32.sub v14, v9
;;     br_if v10, b6(v7, v10), b1(v7)
;;   b7:
;;     v16 = i32.const 100
;;     v6 = i32.div_u v16, v0
;;     jump b6(v2, v1)
;;   }
;; }
