;; a[i] + a[i+1]: the value loaded as a[i+1] is the next iteration's a[i].
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,predictive-commoning,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(3) == 0
(module
  (memory 1)
  (func (export "f") (param $n i32) (result i32)
    (local $s i32) (local $i i32)
    (loop $l
      (local.set $s (i32.add (local.get $s)
        (i32.mul (i32.load offset=64 (i32.shl (local.get $i) (i32.const 2))) (i32.load offset=68 (i32.shl (local.get $i) (i32.const 2))))))
      (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v15 = i32.const 2
;;     v16 = i32.shl v1, v15
;;     v17 = i32.load v16 offset=64
;;     jump b1(v1, v1, v17)
;;   b1(v3: i32, v2: i32, v18: i32):
;;     v7 = i32.const 2
;;     v8 = i32.shl v3, v7
;;     v9 = i32.load v8 offset=68
;;     v10 = i32.mul v18, v9
;;     v11 = i32.add v2, v10
;;     v12 = i32.const 1
;;     v13 = i32.add v3, v12
;;     v14 = i32.lt_u v13, v0
;;     br_if v14, b1(v13, v11, v9), b2
;;   b2:
;;     return v11
;;   }
;; }
