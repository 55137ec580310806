;; No loop versioning: many stores and one load, so the run-time checks cost more than they save.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-versioning,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(16, 8) == 64
;; run: f(16, 1) == 64
(module
  (memory (export "m") 1)
  (data (i32.const 16) "\40\00\00\00\08\00\00\00")
  (data (i32.const 32) "\80\00\00\00\08\00\00\00")
  (data (i32.const 48) "\30\00\00\00\08\00\00\00")
  (data (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00")
  (func (export "f") (param $a i32) (param $n i32) (result i32)
    (local $i i32) (local $s i32)
    (loop $l
      (local.set $s (i32.load (local.get $a)))
      (i32.store offset=1024 (i32.shl (local.get $i) (i32.const 2)) (local.get $s))
      (i32.store offset=2048 (i32.shl (local.get $i) (i32.const 1)) (local.get $s))
      (i32.store offset=3072 (i32.shl (local.get $i) (i32.const 3)) (local.get $s))
      (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
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
;;     jump b1(v2)
;;   b1(v4: i32):
;;     v3 = i32.load v0
;;     v5 = i32.const 2
;;     v6 = i32.shl v4, v5
;;     i32.store v6, v3 offset=1024
;;     v7 = i32.const 1
;;     v8 = i32.shl v4, v7
;;     i32.store v8, v3 offset=2048
;;     v9 = i32.const 3
;;     v10 = i32.shl v4, v9
;;     i32.store v10, v3 offset=3072
;;     v12 = i32.add v4, v7
;;     v13 = i32.ne v12, v1
;;     br_if v13, b1(v12), b2
;;   b2:
;;     return v3
;;   }
;;   data data0 active m0 (i32.const 16) "@\00\00\00\08\00\00\00"
;;   data data1 active m0 (i32.const 32) "\80\00\00\00\08\00\00\00"
;;   data data2 active m0 (i32.const 48) "0\00\00\00\08\00\00\00"
;;   data data3 active m0 (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;; }
