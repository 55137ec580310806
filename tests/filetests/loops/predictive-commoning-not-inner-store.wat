;; Not eliminated: an inner loop may write the location.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,predictive-commoning,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(0, 0, 2) == 4
(module
  (memory 1)
  (func (export "f") (param $p i32) (param $q i32) (param $n i32) (result i32)
    (local $i i32) (local $s i32)
    (loop $l
      (i32.store offset=64 (local.get $i) (i32.add (i32.load offset=60 (local.get $i)) (i32.const 1)))
      (loop $m
        (i32.store offset=64 (local.get $q) (i32.const 3))
        (br_if $m (i32.lt_u (local.tee $q (i32.add (local.get $q) (i32.const 4))) (i32.const 12))))
      (local.set $i (i32.add (local.get $i) (i32.const 4)))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (i32.add (local.get $s) (i32.load offset=60 (local.get $i)))))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     jump b1(v2, v1, v3)
;;   b1(v17: i32, v14: i32, v4: i32):
;;     v5 = i32.load v4 offset=60
;;     v6 = i32.const 1
;;     v7 = i32.add v5, v6
;;     i32.store v4, v7 offset=64
;;     jump b2(v14)
;;   b2(v8: i32):
;;     v9 = i32.const 3
;;     i32.store v8, v9 offset=64
;;     v10 = i32.const 4
;;     v11 = i32.add v8, v10
;;     v12 = i32.const 12
;;     v13 = i32.lt_u v11, v12
;;     br_if v13, b2(v11), b3
;;   b3:
;;     v15 = i32.const 4
;;     v16 = i32.add v4, v15
;;     v18 = i32.const 1
;;     v19 = i32.sub v17, v18
;;     br_if v19, b1(v19, v11, v16), b4
;;   b4:
;;     v20 = i32.load v16 offset=60
;;     v21 = i32.add v3, v20
;;     return v21
;;   }
;; }
