;; What varies in the outer loop is hoisted out of the inner one only.
;; test: pass unreachable,ssa-cleanup,licm
;; run: f(2) == 20
(module
  (func (export "f") (param $n i32) (result i32)
    (local $s i32) (local $j i32)
    (loop $outer
      (local.set $j (i32.const 4))
      (loop $inner
        (local.set $s (i32.add (local.get $s) (i32.mul (local.get $n) (local.get $n))))
        (br_if $inner (local.tee $j (i32.sub (local.get $j) (i32.const 1)))))
      (br_if $outer (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b1(v1, v0)
;;   b1(v10: i32, v4: i32):
;;     v2 = i32.const 4
;;     v5 = i32.mul v4, v4
;;     jump b2(v2, v10)
;;   b2(v7: i32, v3: i32):
;;     v6 = i32.add v3, v5
;;     v8 = i32.const 1
;;     v9 = i32.sub v7, v8
;;     br_if v9, b2(v9, v6), b3
;;   b3:
;;     v11 = i32.const 1
;;     v12 = i32.sub v4, v11
;;     br_if v12, b1(v6, v12), b4
;;   b4:
;;     return v6
;;   }
;; }
