;; A division behind an exit of the loop stays: it may not be executed.
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
;;     v3 = i32.eqz v0
;;     jump b2(v1, v2)
;;   b1(v11: i32):
;;     return v11
;;   b2(v8: i32, v4: i32):
;;     br_if v3, b1(v4), b3
;;   b3:
;;     v5 = i32.const 100
;;     v6 = i32.div_u v5, v0
;;     v7 = i32.add v4, v6
;;     v9 = i32.const 1
;;     v10 = i32.sub v8, v9
;;     br_if v10, b2(v10, v7), b1(v7)
;;   }
;; }
