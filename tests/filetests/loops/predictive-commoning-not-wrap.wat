;; Not eliminated: an address that wraps may be in bounds where the sum with the offset is not.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,predictive-commoning,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(65532, 0, 2) == trap
;; run: f(0, 0, 2) == 0
(module
  (memory 1)
  (func (export "f") (param $p i32) (param $q i32) (param $n i32) (result i32)
    (local $s i32)
    (loop $l
      (local.set $s (i32.add (i32.load offset=4 (local.get $p)) (local.get $s)))
      (i32.store (i32.add (local.get $p) (i32.const 8)) (local.get $s))
      (local.set $p (i32.add (local.get $p) (i32.const 4)))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     jump b1(v2, v3, v0)
;;   b1(v12: i32, v6: i32, v4: i32):
;;     v5 = i32.load v4 offset=4
;;     v7 = i32.add v5, v6
;;     v8 = i32.const 8
;;     v9 = i32.add v4, v8
;;     i32.store v9, v7
;;     v10 = i32.const 4
;;     v11 = i32.add v4, v10
;;     v13 = i32.const 1
;;     v14 = i32.sub v12, v13
;;     br_if v14, b1(v14, v7, v11), b2
;;   b2:
;;     return v7
;;   }
;; }
