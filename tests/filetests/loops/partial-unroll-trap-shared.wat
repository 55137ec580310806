;; Partial unrolling: two exits lead to the same trap.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,partial-unroll,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(64, 8, 9) == 36
;; run: f(64, 9, 8) == trap
;; run: f(68, 3, 8) == 18
;; run: f(72, 8, 9) == trap
(module
  (import "env" "abort" (func $abort (param i32)))
  (memory (export "m") 1)
  (data (i32.const 64) "\01\02\03\04\05\06\07\08\09\0a\0b\0c\0d\0e\0f\10")
  (func (export "f") (param $p i32) (param $n i32) (param $most i32) (result i32)
    (local $s i32) (local $i i32) (local $x i32)
    (block $fail
      (loop $l
        (br_if $fail (i32.ge_u (local.get $i) (local.get $most)))
        (local.set $x (i32.load8_u (i32.add (local.get $p) (local.get $i))))
        (br_if $fail (i32.gt_u (local.get $x) (i32.const 12)))
        (local.set $s (i32.add (local.get $s) (local.get $x)))
        (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
      (return (local.get $s)))
    (call $abort (i32.const 3))
    unreachable))

;; expect:
;; module {
;;   ty0 = func (i32) -> ()
;;   ty1 = func (i32, i32, i32) -> (i32)
;;   import f0 "env" "abort" : ty0 "abort"
;;   memory m0 : i32 1..
;;   export "m" m0
;;   export "f" f1
;;   func f1 : ty1 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     v60 = i32.const 5
;;     v61 = i32.ge_u v1, v60
;;     br_if v61, b23, b2(v3, v3)
;;   b1:
;;     v15 = i32.const 3
;;     call f0 v15
;;     unreachable
;;   b2(v10: i32, v4: i32):
;;     v5 = i32.ge_u v4, v2
;;     br_if v5, b1, b3
;;   b3:
;;     v6 = i32.add v0, v4
;;     v7 = i32.load8_u v6
;;     v8 = i32.const 12
;;     v9 = i32.gt_u v7, v8
;;     br_if v9, b1, b4
;;   b4:
;;     v11 = i32.add v10, v7
;;     v12 = i32.const 1
;;     v13 = i32.add v4, v12
;;     v14 = i32.ne v13, v1
;;     br_if v14, b2(v11, v13), b5
;;   b5:
;;     return v11
;;   b8(v16: i32, v17: i32):
;;     v18 = i32.ge_u v17, v2
;;     br_if v18, b1, b9
;;   b9:
;;     v19 = i32.add v0, v17
;;     v20 = i32.load8_u v19
;;     v21 = i32.const 12
;;     v22 = i32.gt_u v20, v21
;;     br_if v22, b1, b10
;;   b10:
;;     v23 = i32.add v16, v20
;;     v24 = i32.const 1
;;     v25 = i32.add v17, v24
;;     v29 = i32.ge_u v25, v2
;;     br_if v29, b1, b12
;;   b12:
;;     v31 = i32.load8_u v19 offset=1
;;     v33 = i32.gt_u v31, v21
;;     br_if v33, b1, b13
;;   b13:
;;     v34 = i32.add v23, v31
;;     v36 = i32.add v17, v67
;;     v40 = i32.ge_u v36, v2
;;     br_if v40, b1, b15
;;   b15:
;;     v42 = i32.load8_u v19 offset=2
;;     v44 = i32.gt_u v42, v21
;;     br_if v44, b1, b16
;;   b16:
;;     v45 = i32.add v34, v42
;;     v77 = i32.const 3
;;     v47 = i32.add v17, v77
;;     v51 = i32.ge_u v47, v2
;;     br_if v51, b1, b18
;;   b18:
;;     v53 = i32.load8_u v19 offset=3
;;     v55 = i32.gt_u v53, v21
;;     br_if v55, b1, b19
;;   b19:
;;     v56 = i32.add v45, v53
;;     v78 = i32.const 4
;;     v58 = i32.add v17, v78
;;     v72 = i32.ne v58, v70
;;     br_if v72, b8(v56, v58), b2(v56, v58)
;;   b22:
;;     v65 = i32.const -1
;;     v66 = i32.add v1, v65
;;     v67 = i32.const 2
;;     v75 = i32.const -4
;;     v70 = i32.and v66, v75
;;     jump b8(v3, v3)
;;   b23:
;;     v62 = memory.size m0
;;     v63 = i32.const 65535
;;     v64 = i32.le_u v62, v63
;;     br_if v64, b22, b2(v3, v3)
;;   }
;;   data data0 active m0 (i32.const 64) "\01\02\03\04\05\06\07\08\t\n\0b\0c\0d\0e\0f\10"
;; }
