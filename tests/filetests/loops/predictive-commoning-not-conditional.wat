;; Not eliminated: the store is conditional.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,predictive-commoning,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(0, 1, 3) == 4
(module
  (memory 1)
  (func (export "f") (param $p i32) (param $q i32) (param $n i32) (result i32)
    (local $i i32) (local $s i32)
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.load offset=60 (local.get $i))))
      (if (i32.and (local.get $n) (local.get $q)) (then (i32.store offset=64 (local.get $i) (local.get $n))))
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
;;     jump b1(v2, v3, v3)
;;   b1(v8: i32, v5: i32, v4: i32):
;;     v6 = i32.load v5 offset=60
;;     v7 = i32.add v4, v6
;;     v9 = i32.and v8, v1
;;     br_if v9, b3, b2
;;   b2:
;;     v10 = i32.const 4
;;     v11 = i32.add v5, v10
;;     v12 = i32.const 1
;;     v13 = i32.sub v8, v12
;;     br_if v13, b1(v13, v11, v7), b5
;;   b3:
;;     i32.store v5, v8 offset=64
;;     jump b2
;;   b5:
;;     v14 = i32.load v11 offset=60
;;     v15 = i32.add v7, v14
;;     return v15
;;   }
;; }
