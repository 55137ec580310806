;; Inner loops first: what is invariant in both of two loops is hoisted before the outer one, in one run.
;; test: pass unreachable,ssa-cleanup,licm
;; run: f(3, 4) == 144
(module
  (func (export "f") (param $a i32) (param $n i32) (result i32)
    (local $s i32) (local $j i32)
    (loop $outer
      (local.set $j (i32.const 4))
      (loop $inner
        (local.set $s (i32.add (local.get $s) (i32.mul (local.get $a) (local.get $a))))
        (br_if $inner (local.tee $j (i32.sub (local.get $j) (i32.const 1)))))
      (br_if $outer (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v5 = i32.mul v0, v0
;;     jump b1(v1, v2)
;;   b1(v11: i32, v10: i32):
;;     v3 = i32.const 4
;;     jump b2(v3, v10)
;;   b2(v7: i32, v4: i32):
;;     v6 = i32.add v4, v5
;;     v8 = i32.const 1
;;     v9 = i32.sub v7, v8
;;     br_if v9, b2(v9, v6), b3
;;   b3:
;;     v12 = i32.const 1
;;     v13 = i32.sub v11, v12
;;     br_if v13, b1(v13, v6), b4
;;   b4:
;;     return v6
;;   }
;; }
