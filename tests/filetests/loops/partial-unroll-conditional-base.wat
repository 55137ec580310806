;; Partial unrolling: the first copy may not execute its access, so no distance becomes an offset.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,partial-unroll,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(0, 9) == 4
;; run: f(0, 1) == 0
(module
  (memory 1)
  (data (i32.const 0) "\00\01\00\01\00\01\00\01\00")
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (local $s i32) (local $i i32)
    (loop $l
      (if (i32.and (local.get $i) (i32.const 1))
        (then (local.set $s (i32.add (local.get $s) (i32.load8_u (i32.add (local.get $p) (local.get $i)))))))
      (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v54 = i32.const 5
;;     v55 = i32.ge_u v1, v54
;;     br_if v55, b20, b1(v2, v2)
;;   b1(v6: i32, v3: i32):
;;     v4 = i32.const 1
;;     v5 = i32.and v3, v4
;;     br_if v5, b3, b2(v6)
;;   b2(v13: i32):
;;     v11 = i32.add v3, v4
;;     v12 = i32.ne v11, v1
;;     br_if v12, b1(v13, v11), b5
;;   b3:
;;     v7 = i32.add v0, v3
;;     v8 = i32.load8_u v7
;;     v9 = i32.add v6, v8
;;     jump b2(v9)
;;   b5:
;;     return v13
;;   b6(v14: i32, v15: i32):
;;     v17 = i32.const 1
;;     v18 = i32.and v15, v17
;;     br_if v18, b7, b8(v14)
;;   b7:
;;     v19 = i32.add v0, v15
;;     v20 = i32.load8_u v19
;;     v21 = i32.add v14, v20
;;     jump b8(v21)
;;   b8(v16: i32):
;;     v22 = i32.add v15, v17
;;     v28 = i32.and v22, v17
;;     br_if v28, b10, b11(v16)
;;   b10:
;;     v29 = i32.add v0, v22
;;     v30 = i32.load8_u v29
;;     v31 = i32.add v16, v30
;;     jump b11(v31)
;;   b11(v26: i32):
;;     v32 = i32.add v15, v58
;;     br_if v18, b13, b14(v26)
;;   b13:
;;     v39 = i32.add v0, v32
;;     v40 = i32.load8_u v39
;;     v41 = i32.add v26, v40
;;     jump b14(v41)
;;   b14(v36: i32):
;;     v70 = i32.const 3
;;     v42 = i32.add v15, v70
;;     v48 = i32.and v42, v17
;;     br_if v48, b16, b17(v36)
;;   b16:
;;     v49 = i32.add v0, v42
;;     v50 = i32.load8_u v49
;;     v51 = i32.add v36, v50
;;     jump b17(v51)
;;   b17(v46: i32):
;;     v71 = i32.const 4
;;     v52 = i32.add v15, v71
;;     v63 = i32.ne v52, v61
;;     br_if v63, b6(v46, v52), b1(v46, v52)
;;   b20:
;;     v56 = i32.const -1
;;     v57 = i32.add v1, v56
;;     v58 = i32.const 2
;;     v68 = i32.const -4
;;     v61 = i32.and v57, v68
;;     jump b6(v2, v2)
;;   }
;;   data data0 active m0 (i32.const 0) "\00\01\00\01\00\01\00\01\00"
;; }
