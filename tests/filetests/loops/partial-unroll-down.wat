;; Partial unrolling: addresses go down, so the sum with a distance may wrap and stays an addition. The counter goes
;; to zero.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,partial-unroll,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(8) == 36
;; run: f(9) == 45
;; run: f(1) == 1
(module
  (memory 1)
  (data (i32.const 0) "\00\01\02\03\04\05\06\07\08\09")
  (func (export "f") (param $n i32) (result i32)
    (local $s i32)
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.load8_u (local.get $n))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v37 = i32.const 5
;;     v38 = i32.ge_u v0, v37
;;     br_if v38, b9, b1(v0, v1)
;;   b1(v3: i32, v2: i32):
;;     v4 = i32.load8_u v3
;;     v5 = i32.add v2, v4
;;     v8 = i32.const -1
;;     v7 = i32.add v3, v8
;;     br_if v7, b1(v7, v5), b2
;;   b2:
;;     return v5
;;   b3(v9: i32, v10: i32):
;;     v11 = i32.load8_u v9
;;     v12 = i32.add v10, v11
;;     v15 = i32.add v9, v39
;;     v18 = i32.load8_u v15
;;     v19 = i32.add v12, v18
;;     v50 = i32.const -2
;;     v22 = i32.add v9, v50
;;     v25 = i32.load8_u v22
;;     v26 = i32.add v19, v25
;;     v51 = i32.const -3
;;     v29 = i32.add v9, v51
;;     v32 = i32.load8_u v29
;;     v33 = i32.add v26, v32
;;     v36 = i32.add v9, v49
;;     v46 = i32.ne v36, v45
;;     br_if v46, b3(v36, v33), b1(v36, v33)
;;   b9:
;;     v39 = i32.const -1
;;     v40 = i32.add v0, v39
;;     v49 = i32.const -4
;;     v44 = i32.and v40, v49
;;     v45 = i32.sub v0, v44
;;     jump b3(v0, v1)
;;   }
;;   data data0 active m0 (i32.const 0) "\00\01\02\03\04\05\06\07\08\t"
;; }
