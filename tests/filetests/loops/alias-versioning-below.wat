;; Alias versioning: variables below the base. If the base is near zero, their addresses wrap, and the loop traps at
;; the first access of one, after a store to the array.
;; test: pass alias-versioning
;; run: f(16, 1024, 1) == trap
;; run: f(32, 1024, 1) == 0
;; run: f(96, 1024, 1) == 0
;; run: f(31, 1024, 1) == trap
(module
  (memory (export "memory") 1)
  (func (export "f") (param $p i32) (param $a i32) (param $n i32) (result i32)
    (if (local.get $n) (then
      (loop $l
        (i32.store8 (local.get $a) (i32.const 7))
        (i32.store (i32.add (local.get $a) (i32.shl (i32.load (i32.sub (local.get $p) (i32.const 32))) (i32.const 2))) (i32.load (i32.sub (local.get $p) (i32.const 32))))
        (i32.store offset=8 (i32.sub (local.get $p) (i32.const 32)) (i32.add (i32.load offset=8 (i32.sub (local.get $p) (i32.const 32))) (i32.load (i32.add (local.get $a) (i32.shl (i32.load (i32.sub (local.get $p) (i32.const 32))) (i32.const 2))))))
        (i32.store (i32.sub (local.get $p) (i32.const 32)) (i32.add (i32.load (i32.sub (local.get $p) (i32.const 32))) (i32.const 1)))
        (br_if $l (i32.lt_s (i32.load (i32.sub (local.get $p) (i32.const 32))) (i32.load offset=4 (i32.sub (local.get $p) (i32.const 32))))))))
    (i32.load offset=8 (i32.sub (local.get $p) (i32.const 32)))))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "memory" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     br_if v2, b2, b3
;;   b1:
;;     v40 = i32.const 32
;;     v41 = i32.sub v0, v40
;;     v42 = i32.load v41 offset=8
;;     return v42
;;   b2:
;;     v91 = i32.const 0
;;     v92 = i64.extend_i32_u v0
;;     v93 = i64.const 32
;;     v94 = i64.ge_u v92, v93
;;     v95 = memory.size m0
;;     v96 = i64.extend_i32_u v95
;;     v97 = i64.const 16
;;     v98 = i64.shl v96, v97
;;     v99 = i64.const -20
;;     v100 = i64.add v92, v99
;;     v101 = i64.le_u v100, v98
;;     v102 = i32.and v94, v101
;;     br_if v102, b7, b6 !weights 1000 1
;;   b3:
;;     jump b1
;;   b4:
;;     v3 = i32.const 7
;;     i32.store8 v1, v3
;;     v4 = i32.const 32
;;     v5 = i32.sub v0, v4
;;     v6 = i32.load v5
;;     v7 = i32.const 2
;;     v8 = i32.shl v6, v7
;;     v9 = i32.add v1, v8
;;     v10 = i32.const 32
;;     v11 = i32.sub v0, v10
;;     v12 = i32.load v11
;;     i32.store v9, v12
;;     v13 = i32.const 32
;;     v14 = i32.sub v0, v13
;;     v15 = i32.const 32
;;     v16 = i32.sub v0, v15
;;     v17 = i32.load v16 offset=8
;;     v18 = i32.const 32
;;     v19 = i32.sub v0, v18
;;     v20 = i32.load v19
;;     v21 = i32.const 2
;;     v22 = i32.shl v20, v21
;;     v23 = i32.add v1, v22
;;     v24 = i32.load v23
;;     v25 = i32.add v17, v24
;;     i32.store v14, v25 offset=8
;;     v26 = i32.const 32
;;     v27 = i32.sub v0, v26
;;     v28 = i32.const 32
;;     v29 = i32.sub v0, v28
;;     v30 = i32.load v29
;;     v31 = i32.const 1
;;     v32 = i32.add v30, v31
;;     i32.store v27, v32
;;     v33 = i32.const 32
;;     v34 = i32.sub v0, v33
;;     v35 = i32.load v34
;;     v36 = i32.const 32
;;     v37 = i32.sub v0, v36
;;     v38 = i32.load v37 offset=4
;;     v39 = i32.lt_s v35, v38
;;     br_if v39, b4, b5
;;   b5:
;;     jump b1
;;   b6:
;;     jump b4
;;   b7:
;;     v80 = i32.const -32
;;     v81 = i32.add v0, v80
;;     v82 = i32.load v81
;;     v83 = i32.const -32
;;     v84 = i32.add v0, v83
;;     v85 = i32.load v84 offset=4
;;     v86 = i32.const -32
;;     v87 = i32.add v0, v86
;;     v88 = i32.load v87 offset=8
;;     v43 = i32.const 7
;;     v44 = i32.const 32
;;     v45 = i32.sub v0, v44
;;     v47 = i32.const 2
;;     v50 = i32.const 32
;;     v51 = i32.sub v0, v50
;;     v53 = i32.const 32
;;     v54 = i32.sub v0, v53
;;     v55 = i32.const 32
;;     v56 = i32.sub v0, v55
;;     v58 = i32.const 32
;;     v59 = i32.sub v0, v58
;;     v61 = i32.const 2
;;     v66 = i32.const 32
;;     v67 = i32.sub v0, v66
;;     v68 = i32.const 32
;;     v69 = i32.sub v0, v68
;;     v71 = i32.const 1
;;     v73 = i32.const 32
;;     v74 = i32.sub v0, v73
;;     v76 = i32.const 32
;;     v77 = i32.sub v0, v76
;;     v103 = i32.const -2147483647
;;     v104 = i32.add v82, v103
;;     v105 = i32.const -2147483648
;;     v106 = i32.add v85, v105
;;     v107 = i32.le_u v104, v106
;;     v108 = i32.sub v85, v82
;;     v109 = i32.const -1
;;     v110 = i32.add v108, v109
;;     v111 = i64.extend_i32_u v110
;;     v112 = i64.extend_i32_u v1
;;     v113 = i64.const 1
;;     v114 = i64.add v112, v113
;;     v115 = i64.le_u v114, v98
;;     v116 = i32.and v107, v115
;;     v117 = i64.const -32
;;     v118 = i64.add v92, v117
;;     v119 = i64.const -20
;;     v120 = i64.add v92, v119
;;     v121 = i64.le_u v114, v118
;;     v122 = i64.le_u v120, v112
;;     v123 = i32.or v121, v122
;;     v124 = i32.and v116, v123
;;     v125 = i32.const 2
;;     v126 = i32.shl v82, v125
;;     v127 = i32.add v1, v126
;;     v128 = i64.extend_i32_u v127
;;     v129 = i64.const 4
;;     v130 = i64.mul v111, v129
;;     v131 = i64.add v128, v130
;;     v132 = i64.const 4
;;     v133 = i64.add v131, v132
;;     v134 = i64.le_u v133, v98
;;     v135 = i32.and v124, v134
;;     v136 = i64.const -32
;;     v137 = i64.add v92, v136
;;     v138 = i64.const -20
;;     v139 = i64.add v92, v138
;;     v140 = i64.le_u v133, v137
;;     v141 = i64.le_u v139, v128
;;     v142 = i32.or v140, v141
;;     v143 = i32.and v135, v142
;;     br_if v143, b8(v82, v88), b6 !weights 1000 1
;;   b8(v89: i32, v90: i32):
;;     i32.store8 v1, v43
;;     v48 = i32.shl v89, v47
;;     v49 = i32.add v1, v48
;;     i32.store v49, v89
;;     v62 = i32.shl v89, v61
;;     v63 = i32.add v1, v62
;;     v64 = i32.load v63
;;     v65 = i32.add v90, v64
;;     v72 = i32.add v89, v71
;;     v79 = i32.lt_s v72, v85
;;     br_if v79, b8(v72, v65), b9
;;   b9:
;;     i32.store v81, v72
;;     i32.store v87, v65 offset=8
;;     jump b5
;;   }
;; }
