;; A loop that another compiler has unrolled by four, to `n & -4`: the low bits of the bound are zero, so that the counter
;; meets it, and the load that may alias the stores is hoisted in a version.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-versioning,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(16, 80, 8) == 5
;; run: f(16, 76, 8) == 5
;; run: f(16, 16, 21) == 10
;; run: f(16, 8, 8) == 0
;; run: f(16, 80, 3) == 0
;; run: f(16, 65500, 63) == trap
(module
  (memory (export "m") 1)
  (data (i32.const 16) "\05")
  (func (export "f") (param $p i32) (param $a i32) (param $n i32) (result i32)
    (local $i i32) (local $s i32)
    (if (local.tee $n (i32.and (local.get $n) (i32.const -4))) (then
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
;;     v4 = i32.const -4
;;     v5 = i32.and v2, v4
;;     br_if v5, b6, b1
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
;;   b6:
;;     v26 = i32.const 1073741825
;;     v27 = i32.mul v5, v26
;;     v29 = i32.add v27, v4
;;     v30 = i32.const 2
;;     v31 = i32.shr_u v29, v30
;;     v32 = i64.extend_i32_u v31
;;     v33 = i32.load v0
;;     v34 = i64.extend_i32_u v0
;;     v35 = i64.const 4
;;     v36 = i64.add v34, v35
;;     v37 = memory.size m0
;;     v38 = i64.extend_i32_u v37
;;     v39 = i64.const 16
;;     v40 = i64.shl v38, v39
;;     v41 = i64.le_u v36, v40
;;     br_if v41, b11, b8 !weights 1000 1
;;   b8:
;;     jump b4(v3, v1)
;;   b11:
;;     v53 = i64.extend_i32_u v1
;;     v55 = i64.shl v32, v35
;;     v56 = i64.add v53, v55
;;     v57 = i64.const 4294967295
;;     v58 = i64.le_u v56, v57
;;     v65 = i32.and v58, v58
;;     v72 = i32.and v65, v58
;;     v79 = i32.and v72, v58
;;     v81 = i64.sub v34, v53
;;     v82 = i64.const 3
;;     v83 = i64.add v81, v82
;;     v85 = i64.const 7
;;     v86 = i64.add v55, v85
;;     v87 = i64.ge_u v83, v86
;;     v88 = i32.and v79, v87
;;     v90 = i64.const -1
;;     v91 = i64.add v81, v90
;;     v95 = i64.ge_u v91, v86
;;     v96 = i32.and v88, v95
;;     v98 = i64.const -5
;;     v99 = i64.add v81, v98
;;     v103 = i64.ge_u v99, v86
;;     v104 = i32.and v96, v103
;;     v106 = i64.const -9
;;     v107 = i64.add v81, v106
;;     v111 = i64.ge_u v107, v86
;;     v112 = i32.and v104, v111
;;     br_if v112, b12(v3, v1), b8 !weights 1000 1
;;   b12(v113: i32, v114: i32):
;;     v115 = i32.load v114
;;     v117 = i32.add v115, v33
;;     i32.store v114, v117
;;     v118 = i32.load v114 offset=4
;;     v120 = i32.add v118, v33
;;     i32.store v114, v120 offset=4
;;     v121 = i32.load v114 offset=8
;;     v123 = i32.add v121, v33
;;     i32.store v114, v123 offset=8
;;     v124 = i32.load v114 offset=12
;;     v126 = i32.add v124, v33
;;     i32.store v114, v126 offset=12
;;     v127 = i32.const 16
;;     v128 = i32.add v114, v127
;;     v129 = i32.const 4
;;     v130 = i32.add v113, v129
;;     v131 = i32.ne v5, v130
;;     br_if v131, b12(v130, v128), b1
;;   }
;;   data data0 active m0 (i32.const 16) "\05"
;; }
