;; A loop passes at most eight values for loads to its next iteration.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,predictive-commoning,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(0, 0, 3) == 0
(module
  (memory 1)
  (func (export "f") (param $p i32) (param $q i32) (param $n i32) (result i32)
    (local $i i32) (local $s i32)
    (loop $l
      (local.set $s (i32.xor (local.get $s) (i32.mul (i32.load offset=100 (local.get $i)) (i32.load offset=104 (local.get $i)))))
      (local.set $s (i32.xor (local.get $s) (i32.mul (i32.load offset=200 (local.get $i)) (i32.load offset=204 (local.get $i)))))
      (local.set $s (i32.xor (local.get $s) (i32.mul (i32.load offset=300 (local.get $i)) (i32.load offset=304 (local.get $i)))))
      (local.set $s (i32.xor (local.get $s) (i32.mul (i32.load offset=400 (local.get $i)) (i32.load offset=404 (local.get $i)))))
      (local.set $s (i32.xor (local.get $s) (i32.mul (i32.load offset=500 (local.get $i)) (i32.load offset=504 (local.get $i)))))
      (local.set $s (i32.xor (local.get $s) (i32.mul (i32.load offset=600 (local.get $i)) (i32.load offset=604 (local.get $i)))))
      (local.set $s (i32.xor (local.get $s) (i32.mul (i32.load offset=700 (local.get $i)) (i32.load offset=704 (local.get $i)))))
      (local.set $s (i32.xor (local.get $s) (i32.mul (i32.load offset=800 (local.get $i)) (i32.load offset=804 (local.get $i)))))
      (local.set $s (i32.xor (local.get $s) (i32.mul (i32.load offset=900 (local.get $i)) (i32.load offset=904 (local.get $i)))))
      (local.set $s (i32.xor (local.get $s) (i32.mul (i32.load offset=1000 (local.get $i)) (i32.load offset=1004 (local.get $i)))))
      (local.set $i (i32.add (local.get $i) (i32.const 4)))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (i32.add (local.get $s) (i32.load offset=64 (local.get $i)))))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     v53 = i32.load v3 offset=100
;;     v55 = i32.load v3 offset=200
;;     v57 = i32.load v3 offset=300
;;     v59 = i32.load v3 offset=400
;;     v61 = i32.load v3 offset=500
;;     v63 = i32.load v3 offset=600
;;     v65 = i32.load v3 offset=700
;;     v67 = i32.load v3 offset=800
;;     jump b1(v2, v3, v3, v53, v55, v57, v59, v61, v63, v65, v67)
;;   b1(v48: i32, v5: i32, v4: i32, v54: i32, v56: i32, v58: i32, v60: i32, v62: i32, v64: i32, v66: i32, v68: i32):
;;     v7 = i32.load v5 offset=104
;;     v8 = i32.mul v54, v7
;;     v9 = i32.xor v4, v8
;;     v11 = i32.load v5 offset=204
;;     v12 = i32.mul v56, v11
;;     v13 = i32.xor v9, v12
;;     v15 = i32.load v5 offset=304
;;     v16 = i32.mul v58, v15
;;     v17 = i32.xor v13, v16
;;     v19 = i32.load v5 offset=404
;;     v20 = i32.mul v60, v19
;;     v21 = i32.xor v17, v20
;;     v23 = i32.load v5 offset=504
;;     v24 = i32.mul v62, v23
;;     v25 = i32.xor v21, v24
;;     v27 = i32.load v5 offset=604
;;     v28 = i32.mul v64, v27
;;     v29 = i32.xor v25, v28
;;     v31 = i32.load v5 offset=704
;;     v32 = i32.mul v66, v31
;;     v33 = i32.xor v29, v32
;;     v35 = i32.load v5 offset=804
;;     v36 = i32.mul v68, v35
;;     v37 = i32.xor v33, v36
;;     v38 = i32.load v5 offset=900
;;     v39 = i32.load v5 offset=904
;;     v40 = i32.mul v38, v39
;;     v41 = i32.xor v37, v40
;;     v42 = i32.load v5 offset=1000
;;     v43 = i32.load v5 offset=1004
;;     v44 = i32.mul v42, v43
;;     v45 = i32.xor v41, v44
;;     v46 = i32.const 4
;;     v47 = i32.add v5, v46
;;     v49 = i32.const 1
;;     v50 = i32.sub v48, v49
;;     br_if v50, b1(v50, v47, v45, v7, v11, v15, v19, v23, v27, v31, v35), b2
;;   b2:
;;     v51 = i32.load v47 offset=64
;;     v52 = i32.add v45, v51
;;     return v52
;;   }
;; }
