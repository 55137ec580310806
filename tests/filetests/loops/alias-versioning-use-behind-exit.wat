;; Alias versioning: a value of the loop that is used behind the exit block comes from the version that was
;; executed.
;; test: pass alias-versioning
;; run: f(64, 10, 10) == 100720
;; run: f(64, 10, 11) == 10720
;; run: f(64, 1000, 1000) == 100000
;; run: f(64, 0, 0) == 100800
(module
 (memory (export "m") 1)
 (data (i32.const 96) "\00\04\00\00")
 (data (i32.const 108) "\20\03\00\00")
 (func (export "f") (param $p i32) (param $lim i32) (param $q i32) (result i32) (local $n i32) (local $i i32)
  (local.set $n (i32.load offset=44 (local.get $p)))
  (local.set $i (i32.load offset=40 (local.get $p)))
  (block $full
   (block $end
    (loop $l
     (br_if $end (i32.eq (local.get $i) (local.get $lim)))
     (i32.store offset=24 (local.get $p) (i32.shr_u (i32.load offset=24 (local.get $p)) (i32.const 8)))
     (i32.store offset=24 (local.get $p) (i32.or (i32.load offset=24 (local.get $p)) (i32.shl (i32.load8_u (i32.add (i32.load offset=32 (local.get $p)) (local.get $i))) (i32.const 24))))
     (local.set $n (i32.sub (local.get $n) (i32.const 8)))
     (i32.store offset=44 (local.get $p) (local.get $n))
     (local.set $i (i32.add (local.get $i) (i32.const 1)))
     (i32.store offset=40 (local.get $p) (local.get $i))
     (br_if $l (i32.gt_s (local.get $n) (i32.const 7))))
    (br $full))
   ;; An exit block that does not use n itself; a later block does
   (if (i32.eq (local.get $lim) (local.get $q)) (then (return (i32.add (i32.const 100000) (local.get $n))))))
  (i32.add (local.get $n) (i32.mul (local.get $i) (i32.const 1000)))))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "m" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     v4 = i32.load v0 offset=44
;;     v5 = i32.load v0 offset=40
;;     v57 = i32.const 0
;;     v62 = i64.extend_i32_u v0
;;     v63 = memory.size m0
;;     v64 = i64.extend_i32_u v63
;;     v65 = i64.const 16
;;     v66 = i64.shl v64, v65
;;     v67 = i64.const 48
;;     v68 = i64.add v62, v67
;;     v69 = i64.le_u v68, v66
;;     br_if v69, b10, b9 !weights 1000 1
;;   b1(v28: i32, v29: i32):
;;     v30 = i32.const 1000
;;     v31 = i32.mul v29, v30
;;     v32 = i32.add v28, v31
;;     return v32
;;   b2(v60: i32, v61: i32):
;;     v25 = i32.eq v1, v2
;;     br_if v25, b7, b8
;;   b3(v18: i32, v6: i32):
;;     v7 = i32.eq v6, v1
;;     br_if v7, b2(v18, v6), b4
;;   b4:
;;     v8 = i32.load v0 offset=24
;;     v9 = i32.const 8
;;     v10 = i32.shr_u v8, v9
;;     i32.store v0, v10 offset=24
;;     v11 = i32.load v0 offset=24
;;     v12 = i32.load v0 offset=32
;;     v13 = i32.add v12, v6
;;     v14 = i32.load8_u v13
;;     v15 = i32.const 24
;;     v16 = i32.shl v14, v15
;;     v17 = i32.or v11, v16
;;     i32.store v0, v17 offset=24
;;     v19 = i32.const 8
;;     v20 = i32.sub v18, v19
;;     i32.store v0, v20 offset=44
;;     v21 = i32.const 1
;;     v22 = i32.add v6, v21
;;     i32.store v0, v22 offset=40
;;     v23 = i32.const 7
;;     v24 = i32.gt_s v20, v23
;;     br_if v24, b3(v20, v22), b5(v20, v22)
;;   b5(v58: i32, v59: i32):
;;     jump b1(v58, v59)
;;   b6:
;;     jump b1(v60, v61)
;;   b7:
;;     v26 = i32.const 100000
;;     v27 = i32.add v26, v60
;;     return v27
;;   b8:
;;     jump b6
;;   b9:
;;     jump b3(v4, v5)
;;   b10:
;;     v52 = i32.load v0 offset=24
;;     v53 = i32.load v0 offset=32
;;     v37 = i32.const 8
;;     v43 = i32.const 24
;;     v46 = i32.const 8
;;     v48 = i32.const 1
;;     v50 = i32.const 7
;;     v70 = i32.const -2147483641
;;     v71 = i32.sub v70, v4
;;     v72 = i32.const 2147483640
;;     v73 = i32.le_u v71, v72
;;     v74 = i32.const -8
;;     v75 = i32.add v4, v74
;;     v76 = i32.const 3
;;     v77 = i32.shr_u v75, v76
;;     v78 = i64.extend_i32_u v77
;;     v79 = i32.add v5, v53
;;     v80 = i64.extend_i32_u v79
;;     v81 = i64.const 1
;;     v82 = i64.mul v78, v81
;;     v83 = i64.add v80, v82
;;     v84 = i64.const 1
;;     v85 = i64.add v83, v84
;;     v86 = i64.le_u v85, v66
;;     v87 = i32.and v73, v86
;;     v88 = i64.const 24
;;     v89 = i64.add v62, v88
;;     v90 = i64.const 48
;;     v91 = i64.add v62, v90
;;     v92 = i64.le_u v85, v89
;;     v93 = i64.le_u v91, v80
;;     v94 = i32.or v92, v93
;;     v95 = i32.and v87, v94
;;     br_if v95, b11(v4, v5, v52, v5, v4), b9 !weights 1000 1
;;   b11(v33: i32, v34: i32, v54: i32, v55: i32, v56: i32):
;;     v35 = i32.eq v55, v1
;;     br_if v35, b13, b12
;;   b12:
;;     v38 = i32.shr_u v54, v37
;;     v41 = i32.add v53, v55
;;     v42 = i32.load8_u v41
;;     v44 = i32.shl v42, v43
;;     v45 = i32.or v38, v44
;;     v47 = i32.sub v56, v46
;;     v49 = i32.add v55, v48
;;     v51 = i32.gt_s v47, v50
;;     br_if v51, b11(v47, v49, v45, v49, v47), b14
;;   b13:
;;     i32.store v0, v54 offset=24
;;     i32.store v0, v55 offset=40
;;     i32.store v0, v56 offset=44
;;     jump b2(v33, v34)
;;   b14:
;;     i32.store v0, v45 offset=24
;;     i32.store v0, v49 offset=40
;;     i32.store v0, v47 offset=44
;;     jump b5(v47, v49)
;;   }
;;   data data0 active m0 (i32.const 96) "\00\04\00\00"
;;   data data1 active m0 (i32.const 108) " \03\00\00"
;; }
