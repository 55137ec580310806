;; Addresses that fall: what is added wraps, so it stays an addition. The counter goes to zero.
;; test: pass unreachable,params,fold,gvn,branches,params,rotate,params,licm,unroll-partial,fold,gvn,branches,params,dce
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
;;     v37 = i32.const -1
;;     v38 = i32.add v0, v37
;;     v39 = i32.const 2
;;     v40 = i32.shr_u v38, v39
;;     v47 = i32.const -4
;;     v42 = i32.and v38, v47
;;     v43 = i32.sub v0, v42
;;     br_if v40, b3(v0, v1), b7(v0, v1)
;;   b1(v3: i32, v2: i32):
;;     v4 = i32.load8_u v3
;;     v5 = i32.add v2, v4
;;     v7 = i32.add v3, v37
;;     br_if v7, b1(v7, v5), b2
;;   b2:
;;     return v5
;;   b3(v9: i32, v10: i32):
;;     v11 = i32.load8_u v9
;;     v12 = i32.add v10, v11
;;     v15 = i32.add v9, v37
;;     v18 = i32.load8_u v15
;;     v19 = i32.add v12, v18
;;     v48 = i32.const -2
;;     v22 = i32.add v9, v48
;;     v25 = i32.load8_u v22
;;     v26 = i32.add v19, v25
;;     v49 = i32.const -3
;;     v29 = i32.add v9, v49
;;     v32 = i32.load8_u v29
;;     v33 = i32.add v26, v32
;;     v36 = i32.add v9, v47
;;     v44 = i32.ne v36, v43
;;     br_if v44, b3(v36, v33), b7(v36, v33)
;;   b7(v45: i32, v46: i32):
;;     jump b1(v45, v46)
;;   }
;;   data data0 active m0 (i32.const 0) "\00\01\02\03\04\05\06\07\08\t"
;; }
