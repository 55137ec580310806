;; Back edges from an inner and an outer loop to one header: one loop, one latch.
;; test: pass unreachable,ssa-cleanup,simplify-cfg,licm
;; run: f(3, 2) == 9
(module
  (func (export "f") (param $n i32) (param $m i32) (result i32)
    (local $s i32) (local $j i32)
    (local.set $j (local.get $m))
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.const 1)))
      (br_if $l (i32.ge_s (local.tee $j (i32.sub (local.get $j) (i32.const 1))) (i32.const 0)))
      (local.set $j (local.get $m))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     jump b1(v0, v1, v2)
;;   b1(v11: i32, v6: i32, v3: i32):
;;     v4 = i32.const 1
;;     v5 = i32.add v3, v4
;;     v7 = i32.const 1
;;     v8 = i32.sub v6, v7
;;     v9 = i32.const 0
;;     v10 = i32.ge_s v8, v9
;;     br_if v10, b4(v11, v8, v5), b2
;;   b2:
;;     v12 = i32.const 1
;;     v13 = i32.sub v11, v12
;;     br_if v13, b4(v13, v1, v5), b3
;;   b3:
;;     return v5
;;   b4(v14: i32, v15: i32, v16: i32):
;;     jump b1(v14, v15, v16)
;;   }
;; }
