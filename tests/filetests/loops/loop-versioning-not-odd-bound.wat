;; A bound of which one low bit may be set: the counter may pass it.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-versioning,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(16, 80, 8) == 5
;; run: f(16, 80, 2) == trap
(module
  (memory (export "m") 1)
  (data (i32.const 16) "\05")
  (func (export "f") (param $p i32) (param $a i32) (param $n i32) (result i32)
    (local $i i32) (local $s i32)
    (if (local.tee $n (i32.and (local.get $n) (i32.const -2))) (then
      (loop $l
        (i32.store (local.get $a) (i32.add (i32.load (local.get $a)) (i32.load (local.get $p))))
        (i32.store offset=4 (local.get $a) (i32.add (i32.load offset=4 (local.get $a)) (i32.load (local.get $p))))
        (i32.store offset=8 (local.get $a) (i32.add (i32.load offset=8 (local.get $a)) (i32.load (local.get $p))))
        (i32.store offset=12 (local.get $a) (i32.add (i32.load offset=12 (local.get $a)) (i32.load (local.get $p))))
        (local.set $a (i32.add (local.get $a) (i32.const 16)))
        (br_if $l (i32.ne (local.get $n) (local.tee $i (i32.add (local.get $i) (i32.const 4))))))))
    (i32.load offset=64 (local.get $p))))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "m" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     v4 = i32.const -2
;;     v5 = i32.and v2, v4
;;     br_if v5, b4(v3, v1), b1
;;   b1:
;;     v25 = i32.load v0 offset=64
;;     return v25
;;   b4(v21: i32, v6: i32):
;;     v7 = i32.load v6
;;     v8 = i32.load v0
;;     v9 = i32.add v7, v8
;;     i32.store v6, v9
;;     v10 = i32.load v6 offset=4
;;     v11 = i32.load v0
;;     v12 = i32.add v10, v11
;;     i32.store v6, v12 offset=4
;;     v13 = i32.load v6 offset=8
;;     v14 = i32.load v0
;;     v15 = i32.add v13, v14
;;     i32.store v6, v15 offset=8
;;     v16 = i32.load v6 offset=12
;;     v17 = i32.load v0
;;     v18 = i32.add v16, v17
;;     i32.store v6, v18 offset=12
;;     v19 = i32.const 16
;;     v20 = i32.add v6, v19
;;     v22 = i32.const 4
;;     v23 = i32.add v21, v22
;;     v24 = i32.ne v5, v23
;;     br_if v24, b4(v23, v20), b1
;;   }
;;   data data0 active m0 (i32.const 16) "\05"
;; }
