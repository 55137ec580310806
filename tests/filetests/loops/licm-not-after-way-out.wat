;; A division behind an exit of the loop stays, where the exit cannot be rotated: something is written ahead of it.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(0, 3) == 0
;; run: f(5, 3) == 60
(module
  (memory 1)
  (global $g (mut i32) (i32.const 0))
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (local $s i32)
    (block $out (loop $l
      (if (i32.and (local.get $n) (i32.const 1)) (then (global.set $g (local.get $n))))
      (br_if $out (i32.eqz (local.get $p)))
      (local.set $s (i32.add (local.get $s) (i32.div_u (i32.const 100) (local.get $p))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1))))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   global g0 : mut i32 "g" = i32.const 0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v6 = i32.eqz v0
;;     jump b2(v2, v1)
;;   b1(v13: i32):
;;     return v13
;;   b2(v7: i32, v3: i32):
;;     v4 = i32.const 1
;;     v5 = i32.and v3, v4
;;     br_if v5, b4, b3
;;   b3:
;;     br_if v6, b1(v7), b6
;;   b4:
;;     global.set g0 v3
;;     jump b3
;;   b6:
;;     v8 = i32.const 100
;;     v9 = i32.div_u v8, v0
;;     v10 = i32.add v7, v9
;;     v11 = i32.const 1
;;     v12 = i32.sub v3, v11
;;     br_if v12, b2(v10, v12), b1(v10)
;;   }
;; }
