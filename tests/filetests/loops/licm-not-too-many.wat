;; The number of values that are live through the loop is limited: beyond it, invariant operators stay.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
(module
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (local $s i32)
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.mul (local.get $n) (i32.xor (local.get $p) (i32.rotl (local.get $p) (i32.const 1))))))
      (local.set $s (i32.add (local.get $s) (i32.mul (local.get $n) (i32.xor (local.get $p) (i32.rotl (local.get $p) (i32.const 2))))))
      (local.set $s (i32.add (local.get $s) (i32.mul (local.get $n) (i32.xor (local.get $p) (i32.rotl (local.get $p) (i32.const 3))))))
      (local.set $s (i32.add (local.get $s) (i32.mul (local.get $n) (i32.xor (local.get $p) (i32.rotl (local.get $p) (i32.const 4))))))
      (local.set $s (i32.add (local.get $s) (i32.mul (local.get $n) (i32.xor (local.get $p) (i32.rotl (local.get $p) (i32.const 5))))))
      (local.set $s (i32.add (local.get $s) (i32.mul (local.get $n) (i32.xor (local.get $p) (i32.rotl (local.get $p) (i32.const 6))))))
      (local.set $s (i32.add (local.get $s) (i32.mul (local.get $n) (i32.xor (local.get $p) (i32.rotl (local.get $p) (i32.const 7))))))
      (local.set $s (i32.add (local.get $s) (i32.mul (local.get $n) (i32.xor (local.get $p) (i32.rotl (local.get $p) (i32.const 8))))))
      (local.set $s (i32.add (local.get $s) (i32.mul (local.get $n) (i32.xor (local.get $p) (i32.rotl (local.get $p) (i32.const 9))))))
      (local.set $s (i32.add (local.get $s) (i32.mul (local.get $n) (i32.xor (local.get $p) (i32.rotl (local.get $p) (i32.const 10))))))
      (local.set $s (i32.add (local.get $s) (i32.mul (local.get $n) (i32.xor (local.get $p) (i32.rotl (local.get $p) (i32.const 11))))))
      (local.set $s (i32.add (local.get $s) (i32.mul (local.get $n) (i32.xor (local.get $p) (i32.rotl (local.get $p) (i32.const 12))))))
      (local.set $s (i32.add (local.get $s) (i32.mul (local.get $n) (i32.xor (local.get $p) (i32.rotl (local.get $p) (i32.const 13))))))
      (local.set $s (i32.add (local.get $s) (i32.mul (local.get $n) (i32.xor (local.get $p) (i32.rotl (local.get $p) (i32.const 14))))))
      (local.set $s (i32.add (local.get $s) (i32.mul (local.get $n) (i32.xor (local.get $p) (i32.rotl (local.get $p) (i32.const 15))))))
      (local.set $s (i32.add (local.get $s) (i32.mul (local.get $n) (i32.xor (local.get $p) (i32.rotl (local.get $p) (i32.const 16))))))
      (local.set $s (i32.add (local.get $s) (i32.mul (local.get $n) (i32.xor (local.get $p) (i32.rotl (local.get $p) (i32.const 17))))))
      (local.set $s (i32.add (local.get $s) (i32.mul (local.get $n) (i32.xor (local.get $p) (i32.rotl (local.get $p) (i32.const 18))))))
      (local.set $s (i32.add (local.get $s) (i32.mul (local.get $n) (i32.xor (local.get $p) (i32.rotl (local.get $p) (i32.const 19))))))
      (local.set $s (i32.add (local.get $s) (i32.mul (local.get $n) (i32.xor (local.get $p) (i32.rotl (local.get $p) (i32.const 20))))))
      (local.set $s (i32.add (local.get $s) (i32.mul (local.get $n) (i32.xor (local.get $p) (i32.rotl (local.get $p) (i32.const 21))))))
      (local.set $s (i32.add (local.get $s) (i32.mul (local.get $n) (i32.xor (local.get $p) (i32.rotl (local.get $p) (i32.const 22))))))
      (local.set $s (i32.add (local.get $s) (i32.mul (local.get $n) (i32.xor (local.get $p) (i32.rotl (local.get $p) (i32.const 23))))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v122 = i32.const 1
;;     v6 = i32.rotl v0, v122
;;     v7 = i32.xor v0, v6
;;     v123 = i32.const 2
;;     v11 = i32.rotl v0, v123
;;     v12 = i32.xor v0, v11
;;     v124 = i32.const 3
;;     v16 = i32.rotl v0, v124
;;     v17 = i32.xor v0, v16
;;     v125 = i32.const 4
;;     v21 = i32.rotl v0, v125
;;     v22 = i32.xor v0, v21
;;     v126 = i32.const 5
;;     v26 = i32.rotl v0, v126
;;     v127 = i32.const 6
;;     v31 = i32.rotl v0, v127
;;     v128 = i32.const 7
;;     v36 = i32.rotl v0, v128
;;     v129 = i32.const 8
;;     v41 = i32.rotl v0, v129
;;     v130 = i32.const 9
;;     v46 = i32.rotl v0, v130
;;     jump b1(v1, v2)
;;   b1(v4: i32, v3: i32):
;;     v8 = i32.mul v4, v7
;;     v9 = i32.add v3, v8
;;     v13 = i32.mul v4, v12
;;     v14 = i32.add v9, v13
;;     v18 = i32.mul v4, v17
;;     v19 = i32.add v14, v18
;;     v23 = i32.mul v4, v22
;;     v24 = i32.add v19, v23
;;     v27 = i32.xor v0, v26
;;     v28 = i32.mul v4, v27
;;     v29 = i32.add v24, v28
;;     v32 = i32.xor v0, v31
;;     v33 = i32.mul v4, v32
;;     v34 = i32.add v29, v33
;;     v37 = i32.xor v0, v36
;;     v38 = i32.mul v4, v37
;;     v39 = i32.add v34, v38
;;     v42 = i32.xor v0, v41
;;     v43 = i32.mul v4, v42
;;     v44 = i32.add v39, v43
;;     v47 = i32.xor v0, v46
;;     v48 = i32.mul v4, v47
;;     v49 = i32.add v44, v48
;;     v50 = i32.const 10
;;     v51 = i32.rotl v0, v50
;;     v52 = i32.xor v0, v51
;;     v53 = i32.mul v4, v52
;;     v54 = i32.add v49, v53
;;     v55 = i32.const 11
;;     v56 = i32.rotl v0, v55
;;     v57 = i32.xor v0, v56
;;     v58 = i32.mul v4, v57
;;     v59 = i32.add v54, v58
;;     v60 = i32.const 12
;;     v61 = i32.rotl v0, v60
;;     v62 = i32.xor v0, v61
;;     v63 = i32.mul v4, v62
;;     v64 = i32.add v59, v63
;;     v65 = i32.const 13
;;     v66 = i32.rotl v0, v65
;;     v67 = i32.xor v0, v66
;;     v68 = i32.mul v4, v67
;;     v69 = i32.add v64, v68
;;     v70 = i32.const 14
;;     v71 = i32.rotl v0, v70
;;     v72 = i32.xor v0, v71
;;     v73 = i32.mul v4, v72
;;     v74 = i32.add v69, v73
;;     v75 = i32.const 15
;;     v76 = i32.rotl v0, v75
;;     v77 = i32.xor v0, v76
;;     v78 = i32.mul v4, v77
;;     v79 = i32.add v74, v78
;;     v80 = i32.const 16
;;     v81 = i32.rotl v0, v80
;;     v82 = i32.xor v0, v81
;;     v83 = i32.mul v4, v82
;;     v84 = i32.add v79, v83
;;     v85 = i32.const 17
;;     v86 = i32.rotl v0, v85
;;     v87 = i32.xor v0, v86
;;     v88 = i32.mul v4, v87
;;     v89 = i32.add v84, v88
;;     v90 = i32.const 18
;;     v91 = i32.rotl v0, v90
;;     v92 = i32.xor v0, v91
;;     v93 = i32.mul v4, v92
;;     v94 = i32.add v89, v93
;;     v95 = i32.const 19
;;     v96 = i32.rotl v0, v95
;;     v97 = i32.xor v0, v96
;;     v98 = i32.mul v4, v97
;;     v99 = i32.add v94, v98
;;     v100 = i32.const 20
;;     v101 = i32.rotl v0, v100
;;     v102 = i32.xor v0, v101
;;     v103 = i32.mul v4, v102
;;     v104 = i32.add v99, v103
;;     v105 = i32.const 21
;;     v106 = i32.rotl v0, v105
;;     v107 = i32.xor v0, v106
;;     v108 = i32.mul v4, v107
;;     v109 = i32.add v104, v108
;;     v110 = i32.const 22
;;     v111 = i32.rotl v0, v110
;;     v112 = i32.xor v0, v111
;;     v113 = i32.mul v4, v112
;;     v114 = i32.add v109, v113
;;     v115 = i32.const 23
;;     v116 = i32.rotl v0, v115
;;     v117 = i32.xor v0, v116
;;     v118 = i32.mul v4, v117
;;     v119 = i32.add v114, v118
;;     v120 = i32.const 1
;;     v121 = i32.sub v4, v120
;;     br_if v121, b1(v121, v119), b2
;;   b2:
;;     return v119
;;   }
;; }
