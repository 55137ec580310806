;; A conversion that traps for NaN stays under its condition.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(0, 3) == 0
(module
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (local $s i32) (local $x f64)
    (local.set $x (f64.div (f64.convert_i32_s (local.get $p)) (f64.const 0)))
    (loop $l
      (if (local.get $p) (then
        (local.set $s (i32.add (local.get $s) (i32.trunc_f64_s (local.get $x))))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v4 = f64.convert_i32_s v0
;;     v5 = f64.const 0.0
;;     v6 = f64.div v4, v5
;;     jump b1(v1, v2)
;;   b1(v10: i32, v7: i32):
;;     br_if v0, b3, b2(v7)
;;   b2(v13: i32):
;;     v11 = i32.const 1
;;     v12 = i32.sub v10, v11
;;     br_if v12, b1(v12, v13), b5
;;   b3:
;;     v8 = i32.trunc_f64_s v6
;;     v9 = i32.add v7, v8
;;     jump b2(v9)
;;   b5:
;;     return v13
;;   }
;; }
