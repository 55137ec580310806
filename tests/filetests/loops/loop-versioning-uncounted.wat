;; Loop versioning: the bound is loaded in each iteration and the loop stores, so the trip count is unknown. Where the counter
;; is below the bound it is known, so the bytes that are stored to are.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-versioning,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(16) == 36
;; run: f(48) == 120
(module
  (memory (export "m") 1)
  (data (i32.const 16) "\40\00\00\00\08\00\00\00")
  (data (i32.const 32) "\80\00\00\00\08\00\00\00")
  (data (i32.const 48) "\30\00\00\00\08\00\00\00")
  (data (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00")
  (func (export "f") (param $a i32) (result i32)
    (local $i i32) (local $s i32)
    (block $out
      (loop $l
        (br_if $out (i32.ge_u (local.get $i) (i32.load offset=4 (local.get $a))))
        (local.set $s (i32.add (local.get $s) (i32.load8_u (i32.add (i32.load (local.get $a)) (i32.shl (local.get $i) (i32.const 2))))))
        (i32.store (i32.add (i32.load (local.get $a)) (i32.shl (local.get $i) (i32.const 2))) (local.get $i))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $l)))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "m" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v18 = i32.load v0 offset=4
;;     br_if v18, b4(v1, v1), b1(v1)
;;   b1(v22: i32):
;;     return v22
;;   b4(v20: i32, v21: i32):
;;     v6 = i32.load v0
;;     v7 = i32.const 2
;;     v8 = i32.shl v20, v7
;;     v9 = i32.add v6, v8
;;     v10 = i32.load8_u v9
;;     v11 = i32.add v21, v10
;;     i32.store v9, v20
;;     v16 = i32.const 1
;;     v17 = i32.add v20, v16
;;     v3 = i32.load v0 offset=4
;;     v4 = i32.ge_u v17, v3
;;     br_if v4, b1(v11), b4(v17, v11)
;;   }
;;   data data0 active m0 (i32.const 16) "@\00\00\00\08\00\00\00"
;;   data data1 active m0 (i32.const 32) "\80\00\00\00\08\00\00\00"
;;   data data2 active m0 (i32.const 48) "0\00\00\00\08\00\00\00"
;;   data data3 active m0 (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;; }
