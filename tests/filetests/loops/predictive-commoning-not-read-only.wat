;; Not eliminated: a load of an invariant address that is only read is hoisted instead.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,predictive-commoning,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(0, 0, 3) == 0
(module
  (memory 1)
  (func (export "f") (param $p i32) (param $q i32) (param $n i32) (result i32)
    (local $i i32) (local $s i32)
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.load offset=60 (local.get $p))))
      (local.set $i (i32.add (local.get $i) (i32.const 4)))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (i32.add (local.get $s) (i32.load offset=64 (local.get $i)))))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     v5 = i32.load v0 offset=60
;;     jump b1(v2, v3, v3)
;;   b1(v10: i32, v7: i32, v4: i32):
;;     v6 = i32.add v4, v5
;;     v8 = i32.const 4
;;     v9 = i32.add v7, v8
;;     v11 = i32.const 1
;;     v12 = i32.sub v10, v11
;;     br_if v12, b1(v12, v9, v6), b2
;;   b2:
;;     v13 = i32.load v9 offset=64
;;     v14 = i32.add v6, v13
;;     return v14
;;   }
;; }
