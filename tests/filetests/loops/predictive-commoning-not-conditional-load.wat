;; Not eliminated: the load is conditional, and the initial load may trap.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,predictive-commoning,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(0, 0, 3) == 1
;; run: f(0, 1, 3) == 3
;; run: f(70000, 1, 3) == trap
(module
  (memory 1)
  (func (export "f") (param $p i32) (param $q i32) (param $n i32) (result i32)
    (local $i i32) (local $s i32)
    (local.set $i (local.get $p))
    (loop $l
      (if (local.get $q) (then (local.set $s (i32.load offset=60 (local.get $i)))))
      (i32.store offset=64 (local.get $i) (local.get $n))
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
;;     jump b1(v2, v0, v3)
;;   b1(v6: i32, v4: i32, v12: i32):
;;     br_if v1, b3, b2(v12)
;;   b2(v11: i32):
;;     i32.store v4, v6 offset=64
;;     v7 = i32.const 4
;;     v8 = i32.add v4, v7
;;     v9 = i32.const 1
;;     v10 = i32.sub v6, v9
;;     br_if v10, b1(v10, v8, v11), b5
;;   b3:
;;     v5 = i32.load v4 offset=60
;;     jump b2(v5)
;;   b5:
;;     v13 = i32.load v8 offset=60
;;     v14 = i32.add v11, v13
;;     return v14
;;   }
;; }
