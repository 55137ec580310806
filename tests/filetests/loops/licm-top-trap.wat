;; Test at the top: an operator that may trap is hoisted under the guard made by rotation. Without iterations it is
;; not executed.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(42, 6, 3) == 7
;; run: f(42, 0, 3) == trap
;; run: f(42, 0, 0) == 0
(module
  (memory 1)
  (func (export "f") (param $a i32) (param $b i32) (param $n i32) (result i32)
    (local $i i32) (local $d i32)
    (block $out (loop $l
      (br_if $out (i32.ge_s (local.get $i) (local.get $n)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (local.set $d (i32.div_s (local.get $a) (local.get $b)))
      (i32.store (i32.const 0) (local.get $d))
      (br $l)))
    (local.get $d)))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     v11 = i32.ge_s v3, v2
;;     br_if v11, b1(v3), b5
;;   b1(v13: i32):
;;     return v13
;;   b4(v12: i32):
;;     v6 = i32.const 1
;;     v7 = i32.add v12, v6
;;     v9 = i32.const 0
;;     i32.store v9, v8
;;     v5 = i32.ge_s v7, v2
;;     br_if v5, b1(v8), b4(v7)
;;   b5:
;;     v8 = i32.div_s v0, v1
;;     jump b4(v3)
;;   }
;; }
