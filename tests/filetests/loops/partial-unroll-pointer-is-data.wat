;; No partial unrolling: the loop selects its pointer, so each copy needs the pointer itself and not only an offset.
;; If it selects a loaded value, later copies use offsets.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,partial-unroll,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: pointer(0, 10, 7) == 36
;; run: pointer(0, 9, 7) == 20
;; run: value(0, 10, 7) == 8
;; run: value(0, 9, 7) == 3
(module
  (memory 1)
  (data (i32.const 0) "\01\00\00\00\07\00\00\00\02\00\00\00\01\00\00\00\01\00\00\00\07\00\00\00\03\00\00\00\01\00\00\00\01\00\00\00\07\00\00\00\08\00\00\00")
  (func (export "pointer") (param $p i32) (param $n i32) (param $key i32) (result i32)
    (local $found i32)
    (loop $l
      (local.set $found
        (select (local.get $p) (local.get $found) (i32.eq (i32.rotl (i32.xor (i32.load (local.get $p)) (local.get $key)) (local.get $key)) (i32.const 0))))
      (local.set $p (i32.add (local.get $p) (i32.const 4)))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $found))
  (func (export "value") (param $p i32) (param $n i32) (param $key i32) (result i32)
    (local $found i32)
    (loop $l
      (local.set $found
        (select (i32.load offset=4 (local.get $p)) (local.get $found)
          (i32.eq (i32.rotl (i32.xor (i32.load (local.get $p)) (local.get $key)) (local.get $key)) (i32.const 0))))
      (local.set $p (i32.add (local.get $p) (i32.const 4)))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $found)))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "pointer" f0
;;   export "value" f1
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     jump b1(v1, v3, v0)
;;   b1(v14: i32, v5: i32, v4: i32):
;;     v6 = i32.load v4
;;     v10 = i32.eq v6, v2
;;     v11 = select v4, v5, v10
;;     v12 = i32.const 4
;;     v13 = i32.add v4, v12
;;     v17 = i32.const -1
;;     v16 = i32.add v14, v17
;;     br_if v16, b1(v16, v11, v13), b2
;;   b2:
;;     return v11
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     v75 = i32.const 5
;;     v76 = i32.ge_u v1, v75
;;     br_if v76, b10, b1(v1, v3, v0)
;;   b1(v15: i32, v6: i32, v4: i32):
;;     v5 = i32.load v4 offset=4
;;     v7 = i32.load v4
;;     v11 = i32.eq v7, v2
;;     v12 = select v5, v6, v11
;;     v13 = i32.const 4
;;     v14 = i32.add v4, v13
;;     v18 = i32.const -1
;;     v17 = i32.add v15, v18
;;     br_if v17, b1(v17, v12, v14), b2
;;   b2:
;;     return v12
;;   b3(v19: i32, v20: i32, v21: i32):
;;     v22 = i32.load v21 offset=4
;;     v23 = i32.load v21
;;     v26 = i32.eq v23, v2
;;     v27 = select v22, v20, v26
;;     v36 = i32.load v21 offset=8
;;     v40 = i32.eq v22, v2
;;     v41 = select v36, v27, v40
;;     v50 = i32.load v21 offset=12
;;     v54 = i32.eq v36, v2
;;     v55 = select v50, v41, v54
;;     v64 = i32.load v21 offset=16
;;     v68 = i32.eq v50, v2
;;     v69 = select v64, v55, v68
;;     v96 = i32.const 16
;;     v71 = i32.add v21, v96
;;     v74 = i32.add v19, v91
;;     v87 = i32.ne v74, v86
;;     br_if v87, b3(v74, v69, v71), b1(v74, v69, v71)
;;   b9:
;;     v80 = i32.const -1
;;     v81 = i32.add v1, v80
;;     v91 = i32.const -4
;;     v85 = i32.and v81, v91
;;     v86 = i32.sub v1, v85
;;     jump b3(v1, v3, v0)
;;   b10:
;;     v77 = memory.size m0
;;     v78 = i32.const 65535
;;     v79 = i32.le_u v77, v78
;;     br_if v79, b9, b1(v1, v3, v0)
;;   }
;;   data data0 active m0 (i32.const 0) "\01\00\00\00\07\00\00\00\02\00\00\00\01\00\00\00\01\00\00\00\07\00\00\00\03\00\00\00\01\00\00\00\01\00\00\00\07\00\00\00\08\00\00\00"
;; }
