;; A large loop is not unswitched.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,unswitch,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(3, 1) == 3
(module
  (import "env" "log" (func $log (param i32) (result i32)))
  (func (export "f") (param $n i32) (param $c i32) (result i32)
    (local $i i32)
    (loop $l
      (drop (call $log (i32.const 1)))(drop (call $log (i32.const 2)))(drop (call $log (i32.const 3)))(drop (call $log (i32.const 4)))(drop (call $log (i32.const 5)))(drop (call $log (i32.const 6)))(drop (call $log (i32.const 7)))(drop (call $log (i32.const 8)))(drop (call $log (i32.const 9)))(drop (call $log (i32.const 10)))(drop (call $log (i32.const 11)))(drop (call $log (i32.const 12)))(drop (call $log (i32.const 13)))(drop (call $log (i32.const 14)))(drop (call $log (i32.const 15)))(drop (call $log (i32.const 16)))(drop (call $log (i32.const 17)))(drop (call $log (i32.const 18)))(drop (call $log (i32.const 19)))(drop (call $log (i32.const 20)))(drop (call $log (i32.const 21)))(drop (call $log (i32.const 22)))(drop (call $log (i32.const 23)))(drop (call $log (i32.const 24)))(drop (call $log (i32.const 25)))(drop (call $log (i32.const 26)))(drop (call $log (i32.const 27)))(drop (call $log (i32.const 28)))(drop (call $log (i32.const 29)))(drop (call $log (i32.const 30)))(drop (call $log (i32.const 31)))(drop (call $log (i32.const 32)))(drop (call $log (i32.const 33)))(drop (call $log (i32.const 34)))(drop (call $log (i32.const 35)))(drop (call $log (i32.const 36)))(drop (call $log (i32.const 37)))(drop (call $log (i32.const 38)))(drop (call $log (i32.const 39)))(drop (call $log (i32.const 40)))(drop (call $log (i32.const 41)))(drop (call $log (i32.const 42)))(drop (call $log (i32.const 43)))(drop (call $log (i32.const 44)))(drop (call $log (i32.const 45)))
      (if (local.get $c) (then (drop (call $log (local.get $i)))))
      (br_if $l (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $i)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   ty1 = func (i32, i32) -> (i32)
;;   import f0 "env" "log" : ty0 "log"
;;   export "f" f1
;;   func f1 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     jump b1(v2)
;;   b1(v93: i32):
;;     v3 = i32.const 1
;;     v4 = call f0 v3
;;     v5 = i32.const 2
;;     v6 = call f0 v5
;;     v7 = i32.const 3
;;     v8 = call f0 v7
;;     v9 = i32.const 4
;;     v10 = call f0 v9
;;     v11 = i32.const 5
;;     v12 = call f0 v11
;;     v13 = i32.const 6
;;     v14 = call f0 v13
;;     v15 = i32.const 7
;;     v16 = call f0 v15
;;     v17 = i32.const 8
;;     v18 = call f0 v17
;;     v19 = i32.const 9
;;     v20 = call f0 v19
;;     v21 = i32.const 10
;;     v22 = call f0 v21
;;     v23 = i32.const 11
;;     v24 = call f0 v23
;;     v25 = i32.const 12
;;     v26 = call f0 v25
;;     v27 = i32.const 13
;;     v28 = call f0 v27
;;     v29 = i32.const 14
;;     v30 = call f0 v29
;;     v31 = i32.const 15
;;     v32 = call f0 v31
;;     v33 = i32.const 16
;;     v34 = call f0 v33
;;     v35 = i32.const 17
;;     v36 = call f0 v35
;;     v37 = i32.const 18
;;     v38 = call f0 v37
;;     v39 = i32.const 19
;;     v40 = call f0 v39
;;     v41 = i32.const 20
;;     v42 = call f0 v41
;;     v43 = i32.const 21
;;     v44 = call f0 v43
;;     v45 = i32.const 22
;;     v46 = call f0 v45
;;     v47 = i32.const 23
;;     v48 = call f0 v47
;;     v49 = i32.const 24
;;     v50 = call f0 v49
;;     v51 = i32.const 25
;;     v52 = call f0 v51
;;     v53 = i32.const 26
;;     v54 = call f0 v53
;;     v55 = i32.const 27
;;     v56 = call f0 v55
;;     v57 = i32.const 28
;;     v58 = call f0 v57
;;     v59 = i32.const 29
;;     v60 = call f0 v59
;;     v61 = i32.const 30
;;     v62 = call f0 v61
;;     v63 = i32.const 31
;;     v64 = call f0 v63
;;     v65 = i32.const 32
;;     v66 = call f0 v65
;;     v67 = i32.const 33
;;     v68 = call f0 v67
;;     v69 = i32.const 34
;;     v70 = call f0 v69
;;     v71 = i32.const 35
;;     v72 = call f0 v71
;;     v73 = i32.const 36
;;     v74 = call f0 v73
;;     v75 = i32.const 37
;;     v76 = call f0 v75
;;     v77 = i32.const 38
;;     v78 = call f0 v77
;;     v79 = i32.const 39
;;     v80 = call f0 v79
;;     v81 = i32.const 40
;;     v82 = call f0 v81
;;     v83 = i32.const 41
;;     v84 = call f0 v83
;;     v85 = i32.const 42
;;     v86 = call f0 v85
;;     v87 = i32.const 43
;;     v88 = call f0 v87
;;     v89 = i32.const 44
;;     v90 = call f0 v89
;;     v91 = i32.const 45
;;     v92 = call f0 v91
;;     br_if v1, b3, b2
;;   b2:
;;     v96 = i32.add v93, v3
;;     v97 = i32.lt_s v96, v0
;;     br_if v97, b1(v96), b5
;;   b3:
;;     v94 = call f0 v93
;;     jump b2
;;   b5:
;;     return v96
;;   }
;; }
