;; Not eliminated: a function that may write is called in between.
;; test: pass unreachable,ssa-cleanup,graph,loop-rotate,ssa-cleanup,predictive-commoning,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(0, 0, 3) == 3
(module
  (memory 1)
  (func $g (param i32) (i32.store (local.get 0) (i32.const 9)))
  (func (export "f") (param $p i32) (param $q i32) (param $n i32) (result i32)
    (local $i i32) (local $s i32)
    (loop $l
      (i32.store offset=64 (local.get $i) (i32.add (i32.load offset=60 (local.get $i)) (i32.const 1)))
      (call $g (local.get $p))
      (local.set $i (i32.add (local.get $i) (i32.const 4)))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (i32.add (local.get $s) (i32.load offset=60 (local.get $i)))))

;; expect:
;; module {
;;   ty0 = func (i32) -> ()
;;   ty1 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f1
;;   func f0 : ty0 "g" {
;;   b0(v0: i32):
;;     v1 = i32.const 9
;;     i32.store v0, v1
;;     return
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     jump b1(v2, v3)
;;   b1(v4: i32, v5: i32):
;;     v6 = i32.load v5 offset=60
;;     v7 = i32.const 1
;;     v8 = i32.add v6, v7
;;     i32.store v5, v8 offset=64
;;     call f0 v0
;;     v9 = i32.const 4
;;     v10 = i32.const -1
;;     v11 = i32.add v4, v10
;;     v12 = i32.add v5, v9
;;     br_if v11, b1(v11, v12), b2
;;   b2:
;;     v13 = i32.load v12 offset=60
;;     return v13
;;   }
;; }
