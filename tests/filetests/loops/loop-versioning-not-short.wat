;; No loop versioning of a loop of at most four iterations, by a mask.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-versioning,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(16, 3) == 6
;; run: f(16, 4) == 0
(module
  (memory (export "m") 1)
  (data (i32.const 16) "\40\00\00\00\08\00\00\00")
  (data (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05")
  (func (export "f") (param $a i32) (param $n i32) (result i32)
    (local $i i32) (local $s i32)
    (local.set $n (i32.and (local.get $n) (i32.const 3)))
    (block $out
      (loop $l
        (br_if $out (i32.ge_u (local.get $i) (local.get $n)))
        (if (i32.ge_u (local.get $i) (i32.load offset=4 (local.get $a))) (then unreachable))
        (local.set $s (i32.add (local.get $s) (i32.load (i32.add (i32.load (local.get $a)) (i32.shl (local.get $i) (i32.const 2))))))
        (i32.store offset=1024 (i32.shl (local.get $i) (i32.const 2)) (local.get $s))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $l)))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "m" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v3 = i32.const 3
;;     v4 = i32.and v1, v3
;;     br_if v4, b7(v2, v2), b1(v2)
;;   b1(v23: i32):
;;     return v23
;;   b4:
;;     v10 = i32.load v0
;;     v11 = i32.const 2
;;     v12 = i32.shl v21, v11
;;     v13 = i32.add v10, v12
;;     v14 = i32.load v13
;;     v15 = i32.add v22, v14
;;     i32.store v12, v15 offset=1024
;;     v18 = i32.const 1
;;     v19 = i32.add v21, v18
;;     v6 = i32.ge_u v19, v4
;;     br_if v6, b1(v15), b7(v19, v15)
;;   b5:
;;     unreachable
;;   b7(v21: i32, v22: i32):
;;     v7 = i32.load v0 offset=4
;;     v8 = i32.ge_u v21, v7
;;     br_if v8, b5, b4
;;   }
;;   data data0 active m0 (i32.const 16) "@\00\00\00\08\00\00\00"
;;   data data1 active m0 (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05"
;; }
