;; Loop versioning: values used behind the loop, and behind the next one, come from the version that was executed.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-versioning,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(16, 8, 8) == 3944
;; run: f(16, 9, 8) == trap
;; run: f(16, 8, 9) == trap
;; run: f(48, 8, 8) == 6890
;; run: f(16, 4, 8) == 1180
(module
  (memory (export "m") 1)
  (data (i32.const 16) "\40\00\00\00\08\00\00\00")
  (data (i32.const 32) "\80\00\00\00\08\00\00\00")
  (data (i32.const 48) "\30\00\00\00\08\00\00\00")
  (data (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00")
  (func (export "f") (param $a i32) (param $n i32) (param $m i32) (result i32)
    (local $i i32) (local $j i32) (local $s i32) (local $x i32) (local $t i32)
    (loop $l
      (if (i32.ge_u (local.get $i) (i32.load offset=4 (local.get $a))) (then unreachable))
      (local.set $x (i32.load (i32.add (i32.load (local.get $a)) (i32.shl (local.get $i) (i32.const 2)))))
      (local.set $s (i32.add (local.get $s) (local.get $x)))
      (i32.store (i32.add (i32.add (i32.load (local.get $a)) (i32.const 256)) (i32.shl (local.get $i) (i32.const 2))) (local.get $s))
      (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (loop $k
      (if (i32.ge_u (local.get $j) (i32.load offset=4 (local.get $a))) (then unreachable))
      (local.set $t (i32.add (local.get $t) (i32.load (i32.add (i32.load (local.get $a)) (i32.shl (local.get $j) (i32.const 2))))))
      (i32.store (i32.add (i32.add (i32.load (local.get $a)) (i32.const 512)) (i32.shl (local.get $j) (i32.const 2))) (local.get $t))
      (br_if $k (i32.ne (local.tee $j (i32.add (local.get $j) (i32.const 1))) (local.get $m))))
    (i32.add (i32.mul (local.get $s) (i32.const 100))
      (i32.add (i32.mul (local.get $i) (i32.const 20))
        (i32.add (i32.mul (local.get $x) (i32.const 21)) (i32.add (local.get $t) (i32.const -20)))))))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "m" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     v53 = i32.const -1
;;     v54 = i32.add v1, v53
;;     v55 = i64.extend_i32_u v54
;;     v56 = i32.load v0 offset=4
;;     v57 = i32.load v0
;;     v64 = i32.lt_u v54, v56
;;     v65 = i32.const 256
;;     v66 = i32.add v57, v65
;;     v67 = i64.extend_i32_u v66
;;     v149 = i64.const 2
;;     v69 = i64.shl v55, v149
;;     v70 = i64.add v67, v69
;;     v71 = i64.const 4294967295
;;     v72 = i64.le_u v70, v71
;;     v73 = i32.and v64, v72
;;     v74 = i64.extend_i32_u v0
;;     v75 = i64.sub v74, v67
;;     v76 = i64.const 7
;;     v77 = i64.add v75, v76
;;     v79 = i64.const 11
;;     v80 = i64.add v69, v79
;;     v81 = i64.ge_u v77, v80
;;     v82 = i32.and v73, v81
;;     br_if v82, b13(v3, v3), b1(v3, v3) !weights 1000 1
;;   b1(v12: i32, v4: i32):
;;     v5 = i32.load v0 offset=4
;;     v6 = i32.ge_u v4, v5
;;     br_if v6, b3, b2
;;   b2:
;;     v7 = i32.load v0
;;     v8 = i32.const 2
;;     v9 = i32.shl v4, v8
;;     v10 = i32.add v7, v9
;;     v11 = i32.load v10
;;     v13 = i32.add v12, v11
;;     v16 = i32.add v7, v65
;;     v19 = i32.add v16, v9
;;     i32.store v19, v13
;;     v20 = i32.const 1
;;     v21 = i32.add v4, v20
;;     v22 = i32.ne v21, v1
;;     br_if v22, b1(v13, v21), b11(v13, v21, v11)
;;   b3:
;;     unreachable
;;   b6(v26: i32, v23: i32):
;;     v24 = i32.load v0 offset=4
;;     v25 = i32.ge_u v23, v24
;;     br_if v25, b8, b7
;;   b7:
;;     v27 = i32.load v0
;;     v29 = i32.shl v23, v143
;;     v30 = i32.add v27, v29
;;     v31 = i32.load v30
;;     v32 = i32.add v26, v31
;;     v35 = i32.add v27, v111
;;     v38 = i32.add v35, v29
;;     i32.store v38, v32
;;     v40 = i32.add v23, v144
;;     v41 = i32.ne v40, v2
;;     br_if v41, b6(v32, v40), b10(v32)
;;   b8:
;;     unreachable
;;   b10(v148: i32):
;;     v42 = i32.const 100
;;     v43 = i32.mul v145, v42
;;     v44 = i32.const 20
;;     v45 = i32.mul v146, v44
;;     v46 = i32.const 21
;;     v47 = i32.mul v147, v46
;;     v48 = i32.const -20
;;     v49 = i32.add v148, v48
;;     v50 = i32.add v47, v49
;;     v51 = i32.add v45, v50
;;     v52 = i32.add v43, v51
;;     return v52
;;   b11(v145: i32, v146: i32, v147: i32):
;;     v143 = i32.const 2
;;     v144 = i32.const 1
;;     v100 = i32.add v2, v53
;;     v101 = i64.extend_i32_u v100
;;     v102 = i32.load v0 offset=4
;;     v103 = i32.load v0
;;     v110 = i32.lt_u v100, v102
;;     v111 = i32.const 512
;;     v112 = i32.add v103, v111
;;     v113 = i64.extend_i32_u v112
;;     v115 = i64.shl v101, v149
;;     v116 = i64.add v113, v115
;;     v118 = i64.le_u v116, v71
;;     v119 = i32.and v110, v118
;;     v121 = i64.sub v74, v113
;;     v123 = i64.add v121, v76
;;     v126 = i64.add v115, v79
;;     v127 = i64.ge_u v123, v126
;;     v128 = i32.and v119, v127
;;     br_if v128, b16(v3, v3), b6(v3, v3) !weights 1000 1
;;   b13(v83: i32, v84: i32):
;;     v88 = i32.const 2
;;     v89 = i32.shl v84, v88
;;     v90 = i32.add v57, v89
;;     v91 = i32.load v90
;;     v92 = i32.add v83, v91
;;     v95 = i32.add v66, v89
;;     i32.store v95, v92
;;     v96 = i32.const 1
;;     v97 = i32.add v84, v96
;;     v98 = i32.ne v97, v1
;;     br_if v98, b13(v92, v97), b11(v92, v97, v91)
;;   b16(v129: i32, v130: i32):
;;     v134 = i32.shl v130, v143
;;     v135 = i32.add v103, v134
;;     v136 = i32.load v135
;;     v137 = i32.add v129, v136
;;     v140 = i32.add v112, v134
;;     i32.store v140, v137
;;     v141 = i32.add v130, v144
;;     v142 = i32.ne v141, v2
;;     br_if v142, b16(v137, v141), b10(v137)
;;   }
;;   data data0 active m0 (i32.const 16) "@\00\00\00\08\00\00\00"
;;   data data1 active m0 (i32.const 32) "\80\00\00\00\08\00\00\00"
;;   data data2 active m0 (i32.const 48) "0\00\00\00\08\00\00\00"
;;   data data3 active m0 (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;; }
