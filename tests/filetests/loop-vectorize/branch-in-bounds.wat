;; A load is in bounds where a branch leads to it: in other iterations it is not, and needs a test.
;; test: pass unreachable,ssa-cleanup,loop-rotate,loop-vectorize
;; features: simd
;; run: f(100) == 4950
;; run: f(16384) == 4950
;; run: f(16400) == 4950
;; run: f(20000) == 4950
(module
  (memory (export "memory") 1 1)
  (func (export "f") (param $n i32) (result i32) (local $i i32) (local $sum i32)
    (loop $fill
      (i32.store (i32.shl (local.get $i) (i32.const 2)) (local.get $i))
      (br_if $fill
        (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 100))))
    (local.set $i (i32.const 0))
    (block $out (br_if $out (i32.eqz (local.get $n)))
      (loop $next
        (if (i32.lt_u (local.get $i) (i32.const 16384)) (then
          (local.set $sum
            (i32.add (local.get $sum) (i32.load (i32.shl (local.get $i) (i32.const 2)))))))
        (br_if $next
          (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (local.get $sum))
)

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..1
;;   export "memory" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v46 = i32.const 99
;;     v47 = i32.const 4
;;     v48 = i32.ge_u v46, v47
;;     br_if v48, b11, b15(v1) !weights 1000 1
;;   b1(v2: i32):
;;     v3 = i32.const 2
;;     v4 = i32.shl v2, v3
;;     i32.store v4, v2
;;     v5 = i32.const 1
;;     v6 = i32.add v2, v5
;;     v7 = i32.const 100
;;     v8 = i32.lt_u v6, v7
;;     br_if v8, b1(v6), b2
;;   b2:
;;     v9 = i32.const 0
;;     v10 = i32.eqz v0
;;     br_if v10, b3(v1), b4
;;   b3(v23: i32):
;;     return v23
;;   b4:
;;     v95 = i32.const -1
;;     v96 = i32.add v0, v95
;;     v97 = i32.const 4
;;     v98 = i32.ge_u v96, v97
;;     br_if v98, b16, b20(v1, v9) !weights 1000 1
;;   b5(v14: i32, v11: i32):
;;     v12 = i32.const 16384
;;     v13 = i32.lt_u v11, v12
;;     br_if v13, b7, b8
;;   b6(v22: i32):
;;     v19 = i32.const 1
;;     v20 = i32.add v11, v19
;;     v21 = i32.lt_u v20, v0
;;     br_if v21, b5(v22, v20), b9
;;   b7:
;;     v15 = i32.const 2
;;     v16 = i32.shl v11, v15
;;     v17 = i32.load v16
;;     v18 = i32.add v14, v17
;;     jump b6(v18)
;;   b8:
;;     jump b6(v14)
;;   b9:
;;     jump b3(v22)
;;   b11:
;;     v28 = i32.const 99
;;     v29 = i64.extend_i32_u v28
;;     jump b12
;;   b12:
;;     v30 = i32.const 99
;;     v31 = i32.const 2
;;     v32 = i32.shr_u v30, v31
;;     v35 = v128.const 0x00000003000000020000000100000000
;;     v41 = i32.const 2
;;     v42 = i32.shl v32, v41
;;     v43 = i32.add v1, v42
;;     jump b13(v1)
;;   b13(v33: i32):
;;     v34 = i32x4.splat v33
;;     v36 = i32x4.add v34, v35
;;     v37 = i32.const 2
;;     v38 = i32.shl v33, v37
;;     v128.store v38, v36 align=4
;;     v39 = i32.const 4
;;     v40 = i32.add v33, v39
;;     v44 = i32.ne v40, v43
;;     br_if v44, b13(v40), b14 !weights 1000 1
;;   b14:
;;     jump b15(v40)
;;   b15(v45: i32):
;;     jump b1(v45)
;;   b16:
;;     v49 = i32.const -1
;;     v50 = i32.add v0, v49
;;     v51 = i64.extend_i32_u v50
;;     v52 = i32.const 0
;;     v53 = i64.extend_i32_u v52
;;     v54 = i64.const 4
;;     v55 = i64.mul v51, v54
;;     v56 = i64.add v53, v55
;;     v57 = memory.size m0
;;     v58 = i64.extend_i32_u v57
;;     v59 = i64.const 16
;;     v60 = i64.shl v58, v59
;;     v61 = i64.const 4
;;     v62 = i64.add v56, v61
;;     v63 = i64.le_u v62, v60
;;     br_if v63, b17, b20(v1, v9) !weights 1000 1
;;   b17:
;;     v64 = i32.const -1
;;     v65 = i32.add v0, v64
;;     v66 = i32.const 2
;;     v67 = i32.shr_u v65, v66
;;     v69 = v128.const 0x00000000000000000000000000000000
;;     v72 = v128.const 0x00000003000000020000000100000000
;;     v74 = v128.const 0x00004000000040000000400000004000
;;     v83 = i32.const 2
;;     v84 = i32.shl v67, v83
;;     v85 = i32.add v9, v84
;;     jump b18(v9, v69)
;;   b18(v68: i32, v70: v128):
;;     v71 = i32x4.splat v68
;;     v73 = i32x4.add v71, v72
;;     v75 = i32x4.lt_u v73, v74
;;     v76 = i32.const 2
;;     v77 = i32.shl v68, v76
;;     v78 = v128.load v77 align=4
;;     v79 = v128.and v78, v75
;;     v80 = i32x4.add v70, v79
;;     v81 = i32.const 4
;;     v82 = i32.add v68, v81
;;     v86 = i32.ne v82, v85
;;     br_if v86, b18(v82, v80), b19 !weights 1000 1
;;   b19:
;;     v87 = i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 v80, v80
;;     v88 = i32x4.add v80, v87
;;     v89 = i8x16.shuffle 4 5 6 7 8 9 10 11 12 13 14 15 0 1 2 3 v88, v88
;;     v90 = i32x4.add v88, v89
;;     v91 = i32x4.extract_lane 0 v90
;;     v92 = i32.add v1, v91
;;     jump b20(v92, v82)
;;   b20(v93: i32, v94: i32):
;;     jump b5(v93, v94)
;;   }
;; }
