;; What is used behind the loop, and behind the next one, comes from the version that was taken.
;; test: pass unreachable,params,fold,gvn,branches,params,rotate,params,licm,version,params,fold,gvn,branches,params,dce
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
;;     v58 = i32.const -1
;;     v59 = i32.add v1, v58
;;     v60 = i64.extend_i32_u v59
;;     v61 = i32.load v0 offset=4
;;     v62 = i32.load v0
;;     v69 = i32.lt_u v59, v61
;;     v70 = i32.const 256
;;     v71 = i32.add v62, v70
;;     v72 = i64.extend_i32_u v71
;;     v149 = i64.const 2
;;     v74 = i64.shl v60, v149
;;     v75 = i64.add v72, v74
;;     v76 = i64.const 4294967295
;;     v77 = i64.le_u v75, v76
;;     v78 = i32.and v69, v77
;;     v79 = i64.extend_i32_u v0
;;     v80 = i64.sub v79, v72
;;     v81 = i64.const 7
;;     v82 = i64.add v80, v81
;;     v84 = i64.const 11
;;     v85 = i64.add v74, v84
;;     v86 = i64.ge_u v82, v85
;;     v87 = i32.and v78, v86
;;     br_if v87, b13(v3, v3), b1(v3, v3) !weights 1000 1
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
;;     v16 = i32.add v7, v70
;;     v19 = i32.add v16, v9
;;     i32.store v19, v13
;;     v20 = i32.const 1
;;     v21 = i32.add v4, v20
;;     v22 = i32.ne v21, v1
;;     br_if v22, b1(v13, v21), b11(v11, v13, v21)
;;   b3:
;;     unreachable
;;   b6(v26: i32, v23: i32):
;;     v24 = i32.load v0 offset=4
;;     v25 = i32.ge_u v23, v24
;;     br_if v25, b8, b7
;;   b7:
;;     v27 = i32.load v0
;;     v29 = i32.shl v23, v53
;;     v30 = i32.add v27, v29
;;     v31 = i32.load v30
;;     v32 = i32.add v26, v31
;;     v35 = i32.add v27, v117
;;     v38 = i32.add v35, v29
;;     i32.store v38, v32
;;     v40 = i32.add v23, v56
;;     v41 = i32.ne v40, v2
;;     br_if v41, b6(v32, v40), b10(v32)
;;   b8:
;;     unreachable
;;   b10(v104: i32):
;;     v42 = i32.const 100
;;     v43 = i32.mul v55, v42
;;     v44 = i32.const 20
;;     v45 = i32.mul v57, v44
;;     v46 = i32.const 21
;;     v47 = i32.mul v54, v46
;;     v48 = i32.const -20
;;     v49 = i32.add v104, v48
;;     v50 = i32.add v47, v49
;;     v51 = i32.add v45, v50
;;     v52 = i32.add v43, v51
;;     return v52
;;   b11(v54: i32, v55: i32, v57: i32):
;;     v56 = i32.const 1
;;     v53 = i32.const 2
;;     v106 = i32.add v2, v58
;;     v107 = i64.extend_i32_u v106
;;     v108 = i32.load v0 offset=4
;;     v109 = i32.load v0
;;     v116 = i32.lt_u v106, v108
;;     v117 = i32.const 512
;;     v118 = i32.add v109, v117
;;     v119 = i64.extend_i32_u v118
;;     v121 = i64.shl v107, v149
;;     v122 = i64.add v119, v121
;;     v124 = i64.le_u v122, v76
;;     v125 = i32.and v116, v124
;;     v127 = i64.sub v79, v119
;;     v129 = i64.add v127, v81
;;     v132 = i64.add v121, v84
;;     v133 = i64.ge_u v129, v132
;;     v134 = i32.and v125, v133
;;     br_if v134, b16(v3, v3), b6(v3, v3) !weights 1000 1
;;   b13(v88: i32, v89: i32):
;;     v93 = i32.const 2
;;     v94 = i32.shl v89, v93
;;     v95 = i32.add v62, v94
;;     v96 = i32.load v95
;;     v97 = i32.add v88, v96
;;     v100 = i32.add v71, v94
;;     i32.store v100, v97
;;     v101 = i32.const 1
;;     v102 = i32.add v89, v101
;;     v103 = i32.ne v102, v1
;;     br_if v103, b13(v97, v102), b11(v96, v97, v102)
;;   b16(v135: i32, v136: i32):
;;     v140 = i32.shl v136, v53
;;     v141 = i32.add v109, v140
;;     v142 = i32.load v141
;;     v143 = i32.add v135, v142
;;     v146 = i32.add v118, v140
;;     i32.store v146, v143
;;     v147 = i32.add v136, v56
;;     v148 = i32.ne v147, v2
;;     br_if v148, b16(v143, v147), b10(v143)
;;   }
;;   data data0 active m0 (i32.const 16) "@\00\00\00\08\00\00\00"
;;   data data1 active m0 (i32.const 32) "\80\00\00\00\08\00\00\00"
;;   data data2 active m0 (i32.const 48) "0\00\00\00\08\00\00\00"
;;   data data3 active m0 (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;; }
