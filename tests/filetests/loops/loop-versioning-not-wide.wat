;; No loop versioning of a loop with a 64-bit counter.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-versioning,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(16, 8) == 36
;; run: f(16, 9) == trap
(module
  (memory (export "m") 1)
  (data (i32.const 16) "\40\00\00\00\08\00\00\00")
  (data (i32.const 32) "\80\00\00\00\08\00\00\00")
  (data (i32.const 48) "\30\00\00\00\08\00\00\00")
  (data (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00")
  (func (export "f") (param $a i32) (param $n i64) (result i32)
    (local $i i64) (local $s i32)
    (loop $l
      (if (i64.ge_u (local.get $i) (i64.extend_i32_u (i32.load offset=4 (local.get $a)))) (then unreachable))
      (local.set $s (i32.add (local.get $s) (i32.load (i32.add (i32.load (local.get $a)) (i32.shl (i32.wrap_i64 (local.get $i)) (i32.const 2))))))
      (i32.store offset=1024 (i32.shl (i32.wrap_i64 (local.get $i)) (i32.const 2)) (local.get $s))
      (br_if $l (i64.ne (local.tee $i (i64.add (local.get $i) (i64.const 1))) (local.get $n))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i64) -> (i32)
;;   memory m0 : i32 1..
;;   export "m" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i64):
;;     v2 = i64.const 0
;;     v3 = i32.const 0
;;     jump b1(v3, v2)
;;   b1(v8: i32, v4: i64):
;;     v5 = i64.load32_u v0 offset=4
;;     v7 = i64.ge_u v4, v5
;;     br_if v7, b3, b2
;;   b2:
;;     v9 = i32.load v0
;;     v10 = i32.wrap_i64 v4
;;     v11 = i32.const 2
;;     v12 = i32.shl v10, v11
;;     v13 = i32.add v9, v12
;;     v14 = i32.load v13
;;     v15 = i32.add v8, v14
;;     i32.store v12, v15 offset=1024
;;     v19 = i64.const 1
;;     v20 = i64.add v4, v19
;;     v21 = i64.ne v20, v1
;;     br_if v21, b1(v15, v20), b5
;;   b3:
;;     unreachable
;;   b5:
;;     return v15
;;   }
;;   data data0 active m0 (i32.const 16) "@\00\00\00\08\00\00\00"
;;   data data1 active m0 (i32.const 32) "\80\00\00\00\08\00\00\00"
;;   data data2 active m0 (i32.const 48) "0\00\00\00\08\00\00\00"
;;   data data3 active m0 (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;; }
