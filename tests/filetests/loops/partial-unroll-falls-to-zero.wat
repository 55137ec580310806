;; Partial unrolling: a pointer goes down, and a negative distance cannot become an offset.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,partial-unroll,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(79, 16) == 136
;; run: f(3, 5) == trap
;; run: f(3, 4) == 0
(module
  (memory (export "m") 1)
  (data (i32.const 64) "\01\02\03\04\05\06\07\08\09\0a\0b\0c\0d\0e\0f\10")
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (local $s i32)
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.load8_u (local.get $p))))
      (local.set $p (i32.sub (local.get $p) (i32.const 1)))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "m" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v50 = i32.const 5
;;     v51 = i32.ge_u v1, v50
;;     br_if v51, b9, b1(v1, v0, v2)
;;   b1(v9: i32, v4: i32, v3: i32):
;;     v5 = i32.load8_u v4
;;     v6 = i32.add v3, v5
;;     v12 = i32.const -1
;;     v8 = i32.add v4, v12
;;     v11 = i32.add v9, v12
;;     br_if v11, b1(v11, v8, v6), b2
;;   b2:
;;     return v6
;;   b3(v14: i32, v15: i32, v16: i32):
;;     v17 = i32.load8_u v15
;;     v18 = i32.add v16, v17
;;     v21 = i32.add v15, v52
;;     v26 = i32.load8_u v21
;;     v27 = i32.add v18, v26
;;     v64 = i32.const -2
;;     v30 = i32.add v15, v64
;;     v35 = i32.load8_u v30
;;     v36 = i32.add v27, v35
;;     v66 = i32.const -3
;;     v39 = i32.add v15, v66
;;     v44 = i32.load8_u v39
;;     v45 = i32.add v36, v44
;;     v48 = i32.add v15, v63
;;     v49 = i32.add v14, v63
;;     v59 = i32.ne v49, v58
;;     br_if v59, b3(v49, v48, v45), b1(v49, v48, v45)
;;   b9:
;;     v52 = i32.const -1
;;     v53 = i32.add v1, v52
;;     v63 = i32.const -4
;;     v57 = i32.and v53, v63
;;     v58 = i32.sub v1, v57
;;     jump b3(v1, v0, v2)
;;   }
;;   data data0 active m0 (i32.const 64) "\01\02\03\04\05\06\07\08\t\n\0b\0c\0d\0e\0f\10"
;; }
