;; A loop that is unrolled by four and its remainder loop are not unrolled again.
;; test: pass partial-unroll,partial-unroll,fold,ssa-cleanup,dce
;; run: sum(0, 0) == 0
;; run: sum(0, 3) == 6
;; run: sum(0, 11) == 66
;; run: sum(4, 8) == 44
(module
  (memory (export "memory") 1 1)
  (data (i32.const 0) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00")
  (data (i32.const 32) "\09\00\00\00\0a\00\00\00\0b\00\00\00\0c\00\00\00")
  (func (export "sum") (param $p i32) (param $n i32) (result i32) (local $i i32) (local $s i32)
    (if (local.get $n) (then
      (loop $l
        (local.set $s (i32.add (local.get $s)
          (i32.load (i32.add (local.get $p) (i32.shl (local.get $i) (i32.const 2))))))
        (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..1
;;   export "memory" m0
;;   export "sum" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     br_if v1, b2, b3
;;   b1(v13: i32):
;;     return v13
;;   b2:
;;     v54 = i32.const 5
;;     v55 = i32.ge_u v1, v54
;;     br_if v55, b12, b10(v2, v2)
;;   b3:
;;     jump b1(v2)
;;   b4(v4: i32, v3: i32):
;;     v5 = i32.const 2
;;     v6 = i32.shl v4, v5
;;     v7 = i32.add v0, v6
;;     v8 = i32.load v7
;;     v9 = i32.add v3, v8
;;     v10 = i32.const 1
;;     v11 = i32.add v4, v10
;;     v12 = i32.lt_u v11, v1
;;     br_if v12, b4(v11, v9), b5
;;   b5:
;;     jump b1(v9)
;;   b6(v14: i32, v15: i32):
;;     v16 = i32.const 2
;;     v17 = i32.shl v14, v16
;;     v18 = i32.add v0, v17
;;     v19 = i32.load v18
;;     v20 = i32.add v15, v19
;;     jump b7
;;   b7:
;;     v29 = i32.load v18 offset=4
;;     v30 = i32.add v20, v29
;;     jump b8
;;   b8:
;;     v39 = i32.load v18 offset=8
;;     v40 = i32.add v30, v39
;;     jump b9
;;   b9:
;;     v49 = i32.load v18 offset=12
;;     v50 = i32.add v40, v49
;;     v69 = i32.const 4
;;     v52 = i32.add v14, v69
;;     jump b11
;;   b10(v64: i32, v65: i32):
;;     jump b4(v64, v65)
;;   b11:
;;     v63 = i32.ne v52, v61
;;     br_if v63, b6(v52, v50), b13
;;   b12:
;;     v56 = i32.const -1
;;     v57 = i32.add v1, v56
;;     v66 = i32.const -4
;;     v61 = i32.and v57, v66
;;     jump b6(v2, v2)
;;   b13:
;;     jump b10(v52, v50)
;;   }
;;   data data0 active m0 (i32.const 0) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;;   data data1 active m0 (i32.const 32) "\t\00\00\00\n\00\00\00\0b\00\00\00\0c\00\00\00"
;; }
