;; No loop versioning: a store to another imported memory, which may be the same one.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-versioning,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(8, 20) == trap
(module
  (memory $a (import "env" "m") 1 1)
  (memory $b (import "env" "m") 1 1)
  (func (export "f") (param $a i32) (param $n i32) (result i32)
    (local $i i32) (local $s i32)
    (i32.store (local.get $a) (i32.const 64))
    (i32.store offset=4 (local.get $a) (i32.const 16))
    (loop $l
      (if (i32.ge_u (local.get $i) (i32.load offset=4 (local.get $a))) (then unreachable))
      (local.set $s (i32.add (local.get $s) (i32.load8_u (i32.add (i32.load (local.get $a)) (local.get $i)))))
      (i32.store8 $b (i32.add (local.get $i) (i32.const 4)) (i32.const 8))
      (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   import m0 "env" "m" : i32 1..1 "a"
;;   import m1 "env" "m" : i32 1..1 "b"
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v3 = i32.const 64
;;     i32.store v0, v3
;;     v4 = i32.const 16
;;     i32.store v0, v4 offset=4
;;     jump b1(v2, v2)
;;   b1(v8: i32, v5: i32):
;;     v6 = i32.load v0 offset=4
;;     v7 = i32.ge_u v5, v6
;;     br_if v7, b3, b2
;;   b2:
;;     v9 = i32.load v0
;;     v10 = i32.add v9, v5
;;     v11 = i32.load8_u v10
;;     v12 = i32.add v8, v11
;;     v13 = i32.const 4
;;     v14 = i32.add v5, v13
;;     v15 = i32.const 8
;;     i32.store8 v14, v15 memory=m1
;;     v16 = i32.const 1
;;     v17 = i32.add v5, v16
;;     v18 = i32.ne v17, v1
;;     br_if v18, b1(v12, v17), b5
;;   b3:
;;     unreachable
;;   b5:
;;     return v12
;;   }
;; }
