;; Loop versioning: an index that is a large multiple of the counter may wrap, so its last value does not bound the
;; earlier ones.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-versioning,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(16, 4) == 24
;; run: f(16, 5) == 40
;; run: f(16, 9) == trap
;; run: f(16, 1) == 0
(module
  (memory (export "m") 1)
  (data (i32.const 16) "\40\00\00\00\01\00\00\80")
  (func (export "f") (param $a i32) (param $n i32) (result i32)
    (local $i i32) (local $s i32)
    (loop $l
      (if (i32.ge_u (i32.mul (local.get $i) (i32.const 0x80000000)) (i32.load offset=4 (local.get $a))) (then unreachable))
      (if (i32.ge_u (i32.mul (local.get $i) (i32.const 0x20000000)) (i32.const 0xfffffff0)) (then unreachable))
      (if (i32.eq (local.get $i) (i32.const 8)) (then unreachable))
      (local.set $s (i32.add (local.get $s) (i32.shl (local.get $i) (i32.const 2))))
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
;;     v25 = i32.const -1
;;     v26 = i32.add v1, v25
;;     v27 = i64.extend_i32_u v26
;;     v28 = i32.load v0 offset=4
;;     v87 = i64.const 31
;;     v32 = i64.shl v27, v87
;;     v33 = i64.eqz v32
;;     v36 = i32.ne v28, v2
;;     v37 = i32.and v33, v36
;;     v41 = i64.const 4294967288
;;     v44 = i64.add v27, v41
;;     v45 = i64.const 4294967295
;;     v46 = i64.le_u v44, v45
;;     v47 = i32.and v37, v46
;;     v48 = i32.const 1
;;     v90 = i64.const 2
;;     v53 = i64.shl v27, v90
;;     v56 = i64.le_u v53, v45
;;     v57 = i32.and v47, v56
;;     v58 = i64.extend_i32_u v0
;;     v60 = i64.const -1017
;;     v61 = i64.add v58, v60
;;     v63 = i64.const 7
;;     v64 = i64.add v53, v63
;;     v65 = i64.ge_u v61, v64
;;     v66 = i32.and v57, v65
;;     br_if v66, b13(v2, v2), b1(v2, v2) !weights 1000 1
;;   b1(v14: i32, v3: i32):
;;     v23 = i32.const 31
;;     v5 = i32.shl v3, v23
;;     v6 = i32.load v0 offset=4
;;     v7 = i32.ge_u v5, v6
;;     br_if v7, b3, b2
;;   b2:
;;     v12 = i32.const 8
;;     v13 = i32.eq v3, v12
;;     br_if v13, b9, b8
;;   b3:
;;     unreachable
;;   b8:
;;     v15 = i32.const 2
;;     v16 = i32.shl v3, v15
;;     v17 = i32.add v14, v16
;;     i32.store v16, v17 offset=1024
;;     v21 = i32.add v3, v48
;;     v22 = i32.ne v21, v1
;;     br_if v22, b1(v17, v21), b11(v17)
;;   b9:
;;     unreachable
;;   b11(v86: i32):
;;     return v86
;;   b13(v67: i32, v68: i32):
;;     v80 = i32.const 2
;;     v81 = i32.shl v68, v80
;;     v82 = i32.add v67, v81
;;     i32.store v81, v82 offset=1024
;;     v84 = i32.add v68, v48
;;     v85 = i32.ne v84, v1
;;     br_if v85, b13(v82, v84), b11(v82)
;;   }
;;   data data0 active m0 (i32.const 16) "@\00\00\00\01\00\00\80"
;; }
