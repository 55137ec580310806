;; Loop versioning: the check of a loaded index stays in both versions, while the length is loaded once before the
;; version.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-versioning,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(16, 8) == 36
;; run: f(16, 9) == trap
;; run: f(32, 4) == trap
(module
  (memory (export "m") 1)
  (data (i32.const 16) "\40\00\00\00\08\00\00\00")
  (data (i32.const 32) "\80\00\00\00\08\00\00\00")
  (data (i32.const 48) "\30\00\00\00\08\00\00\00")
  (data (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00")
  (func (export "f") (param $a i32) (param $n i32) (result i32)
    (local $i i32) (local $s i32) (local $x i32)
    (loop $l
      (if (i32.ge_u (local.get $i) (i32.load offset=4 (local.get $a))) (then unreachable))
      (local.set $x (i32.load (i32.add (i32.load (local.get $a)) (i32.shl (local.get $i) (i32.const 2)))))
      (local.set $x (i32.sub (local.get $x) (i32.const 1)))
      (if (i32.ge_u (local.get $x) (i32.load offset=4 (local.get $a))) (then unreachable))
      (local.set $s (i32.add (local.get $s) (i32.load (i32.add (i32.load (local.get $a)) (i32.shl (local.get $x) (i32.const 2))))))
      (i32.store offset=1024 (i32.shl (local.get $i) (i32.const 2)) (local.get $s))
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
;;     v28 = i32.const -1
;;     v29 = i32.add v1, v28
;;     v30 = i64.extend_i32_u v29
;;     v31 = i32.load v0 offset=4
;;     v32 = i32.load v0
;;     v39 = i32.lt_u v29, v31
;;     v79 = i64.const 2
;;     v43 = i64.shl v30, v79
;;     v45 = i64.const 4294967295
;;     v46 = i64.le_u v43, v45
;;     v47 = i32.and v39, v46
;;     v48 = i64.extend_i32_u v0
;;     v50 = i64.const -1017
;;     v51 = i64.add v48, v50
;;     v53 = i64.const 11
;;     v54 = i64.add v43, v53
;;     v55 = i64.ge_u v51, v54
;;     v56 = i32.and v47, v55
;;     br_if v56, b10(v2, v2), b1(v2, v2) !weights 1000 1
;;   b1(v15: i32, v3: i32):
;;     v4 = i32.load v0 offset=4
;;     v5 = i32.ge_u v3, v4
;;     br_if v5, b3, b2
;;   b2:
;;     v6 = i32.load v0
;;     v7 = i32.const 2
;;     v8 = i32.shl v3, v7
;;     v9 = i32.add v6, v8
;;     v10 = i32.load v9
;;     v11 = i32.const 1
;;     v12 = i32.add v10, v28
;;     v14 = i32.ge_u v12, v4
;;     br_if v14, b6, b5
;;   b3:
;;     unreachable
;;   b5:
;;     v18 = i32.shl v12, v7
;;     v19 = i32.add v6, v18
;;     v20 = i32.load v19
;;     v21 = i32.add v15, v20
;;     i32.store v8, v21 offset=1024
;;     v25 = i32.add v3, v11
;;     v26 = i32.ne v25, v1
;;     br_if v26, b1(v21, v25), b8(v21)
;;   b6:
;;     unreachable
;;   b8(v78: i32):
;;     return v78
;;   b10(v57: i32, v58: i32):
;;     v62 = i32.const 2
;;     v63 = i32.shl v58, v62
;;     v64 = i32.add v32, v63
;;     v65 = i32.load v64
;;     v66 = i32.const 1
;;     v68 = i32.add v65, v28
;;     v69 = i32.ge_u v68, v31
;;     br_if v69, b6, b12
;;   b12:
;;     v70 = i32.shl v68, v62
;;     v71 = i32.add v32, v70
;;     v72 = i32.load v71
;;     v73 = i32.add v57, v72
;;     i32.store v63, v73 offset=1024
;;     v74 = i32.add v58, v66
;;     v75 = i32.ne v74, v1
;;     br_if v75, b10(v73, v74), b8(v73)
;;   }
;;   data data0 active m0 (i32.const 16) "@\00\00\00\08\00\00\00"
;;   data data1 active m0 (i32.const 32) "\80\00\00\00\08\00\00\00"
;;   data data2 active m0 (i32.const 48) "0\00\00\00\08\00\00\00"
;;   data data3 active m0 (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;; }
