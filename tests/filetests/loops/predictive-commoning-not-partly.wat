;; Not eliminated: the store overlaps only half of what the next iteration loads.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,predictive-commoning,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(0, 0, 3) == 131074
(module
  (memory 1)
  (func (export "f") (param $p i32) (param $q i32) (param $n i32) (result i32)
    (local $i i32) (local $s i32)
    (loop $l
      (i32.store offset=66 (local.get $i) (i32.add (i32.load offset=60 (local.get $i)) (i32.const 65537)))
      (local.set $i (i32.add (local.get $i) (i32.const 4)))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (i32.add (local.get $s) (i32.load offset=62 (local.get $i)))))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     jump b1(v2, v3)
;;   b1(v10: i32, v4: i32):
;;     v5 = i32.load v4 offset=60
;;     v6 = i32.const 65537
;;     v7 = i32.add v5, v6
;;     i32.store v4, v7 offset=66
;;     v8 = i32.const 4
;;     v9 = i32.add v4, v8
;;     v11 = i32.const 1
;;     v12 = i32.sub v10, v11
;;     br_if v12, b1(v12, v9), b2
;;   b2:
;;     v13 = i32.load v9 offset=62
;;     v14 = i32.add v3, v13
;;     return v14
;;   }
;; }
