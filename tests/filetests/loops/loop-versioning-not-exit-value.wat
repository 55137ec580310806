;; No loop versioning: the call for a failed check of a loaded value gets values of the loop, which would come from
;; two loops.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-versioning,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(16, 8) == 36
;; run: f(16, 9) == trap
;; run: f(60, 4) == trap
(module
  (import "env" "abort" (func $abort (param i32 i32)))
  (memory (export "m") 1)
  (data (i32.const 16) "\40\00\00\00\08\00\00\00")
  (data (i32.const 32) "\80\00\00\00\08\00\00\00")
  (data (i32.const 48) "\30\00\00\00\08\00\00\00")
  (data (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00")
  (func (export "f") (param $a i32) (param $n i32) (result i32)
    (local $i i32) (local $s i32) (local $x i32)
    (loop $l
      (local.set $x (i32.load (i32.add (i32.load (local.get $a)) (i32.shl (local.get $i) (i32.const 2)))))
      (if (i32.ge_u (i32.sub (local.get $x) (i32.const 1)) (i32.load offset=4 (local.get $a)))
        (then (call $abort (local.get $x) (local.get $i)) unreachable))
      (local.set $s (i32.add (local.get $s) (local.get $x)))
      (i32.store offset=1024 (i32.shl (local.get $i) (i32.const 2)) (local.get $s))
      (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> ()
;;   ty1 = func (i32, i32) -> (i32)
;;   import f0 "env" "abort" : ty0 "abort"
;;   memory m0 : i32 1..
;;   export "m" m0
;;   export "f" f1
;;   func f1 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     jump b1(v2, v2)
;;   b1(v13: i32, v4: i32):
;;     v3 = i32.load v0
;;     v5 = i32.const 2
;;     v6 = i32.shl v4, v5
;;     v7 = i32.add v3, v6
;;     v8 = i32.load v7
;;     v9 = i32.const 1
;;     v20 = i32.const -1
;;     v10 = i32.add v8, v20
;;     v11 = i32.load v0 offset=4
;;     v12 = i32.ge_u v10, v11
;;     br_if v12, b3, b2
;;   b2:
;;     v14 = i32.add v13, v8
;;     i32.store v6, v14 offset=1024
;;     v18 = i32.add v4, v9
;;     v19 = i32.ne v18, v1
;;     br_if v19, b1(v14, v18), b5
;;   b3:
;;     call f0 v8, v4
;;     unreachable
;;   b5:
;;     return v14
;;   }
;;   data data0 active m0 (i32.const 16) "@\00\00\00\08\00\00\00"
;;   data data1 active m0 (i32.const 32) "\80\00\00\00\08\00\00\00"
;;   data data2 active m0 (i32.const 48) "0\00\00\00\08\00\00\00"
;;   data data3 active m0 (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;; }
