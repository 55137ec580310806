;; A header parameter whose arguments are itself and one value from outside is invariant.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(3, 5) == 75
(module
  (func (export "f") (param $n i32) (param $a i32) (result i32)
    (local $s i32) (local $d i32)
    (local.set $d (local.get $a))
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.mul (local.get $d) (local.get $a))))
      (if (i32.and (local.get $n) (i32.const 1)) (then (local.set $d (local.get $a))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v5 = i32.mul v1, v1
;;     jump b1(v0, v2)
;;   b1(v7: i32, v3: i32):
;;     v6 = i32.add v3, v5
;;     v10 = i32.const 1
;;     v11 = i32.sub v7, v10
;;     br_if v11, b1(v11, v6), b5
;;   b5:
;;     return v6
;;   }
;; }
