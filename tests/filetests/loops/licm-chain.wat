;; "Iterate to convergence": a chain of invariant computations is hoisted as a whole, in one run.
;; test: pass unreachable,ssa-cleanup,licm
;; run: f(3, 5) == 450
(module
  (func (export "f") (param $a i32) (param $n i32) (result i32)
    (local $s i32)
    (loop $l
      (local.set $s (i32.add (local.get $s)
        (i32.mul (i32.add (i32.mul (local.get $a) (local.get $a)) (i32.const 1)) (i32.mul (local.get $a) (local.get $a)))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v4 = i32.mul v0, v0
;;     v13 = i32.const 1
;;     v6 = i32.add v4, v13
;;     v7 = i32.mul v0, v0
;;     v8 = i32.mul v6, v7
;;     jump b1(v1, v2)
;;   b1(v10: i32, v3: i32):
;;     v5 = i32.const 1
;;     v9 = i32.add v3, v8
;;     v11 = i32.const 1
;;     v12 = i32.sub v10, v11
;;     br_if v12, b1(v12, v9), b2
;;   b2:
;;     return v9
;;   }
;; }
