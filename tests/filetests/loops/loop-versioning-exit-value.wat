;; Loop versioning: the call for a failed check of a loaded value, which stays, gets values from both loops.
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
;;     v21 = i32.const -1
;;     v22 = i32.add v1, v21
;;     v23 = i64.extend_i32_u v22
;;     v24 = i32.load v0
;;     v25 = i32.load v0 offset=4
;;     v61 = i64.const 2
;;     v29 = i64.shl v23, v61
;;     v31 = i64.const 4294967295
;;     v32 = i64.le_u v29, v31
;;     v33 = i64.extend_i32_u v0
;;     v35 = i64.const -1017
;;     v36 = i64.add v33, v35
;;     v38 = i64.const 11
;;     v39 = i64.add v29, v38
;;     v40 = i64.ge_u v36, v39
;;     v41 = i32.and v32, v40
;;     br_if v41, b7(v2, v2), b1(v2, v2) !weights 1000 1
;;   b1(v13: i32, v4: i32):
;;     v3 = i32.load v0
;;     v5 = i32.const 2
;;     v6 = i32.shl v4, v5
;;     v7 = i32.add v3, v6
;;     v8 = i32.load v7
;;     v9 = i32.const 1
;;     v10 = i32.add v8, v21
;;     v11 = i32.load v0 offset=4
;;     v12 = i32.ge_u v10, v11
;;     br_if v12, b3(v8, v4), b2
;;   b2:
;;     v14 = i32.add v13, v8
;;     i32.store v6, v14 offset=1024
;;     v18 = i32.add v4, v9
;;     v19 = i32.ne v18, v1
;;     br_if v19, b1(v14, v18), b5(v14)
;;   b3(v59: i32, v60: i32):
;;     call f0 v59, v60
;;     unreachable
;;   b5(v58: i32):
;;     return v58
;;   b7(v42: i32, v43: i32):
;;     v45 = i32.const 2
;;     v46 = i32.shl v43, v45
;;     v47 = i32.add v24, v46
;;     v48 = i32.load v47
;;     v49 = i32.const 1
;;     v51 = i32.add v48, v21
;;     v53 = i32.ge_u v51, v25
;;     br_if v53, b3(v48, v43), b8
;;   b8:
;;     v54 = i32.add v42, v48
;;     i32.store v46, v54 offset=1024
;;     v55 = i32.add v43, v49
;;     v56 = i32.ne v55, v1
;;     br_if v56, b7(v54, v55), b5(v54)
;;   }
;;   data data0 active m0 (i32.const 16) "@\00\00\00\08\00\00\00"
;;   data data1 active m0 (i32.const 32) "\80\00\00\00\08\00\00\00"
;;   data data2 active m0 (i32.const 48) "0\00\00\00\08\00\00\00"
;;   data data3 active m0 (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;; }
