;; Partial unrolling: if a pointer reaches 2^32 within an iteration, the first access traps out of bounds, before
;; the sum wraps.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,partial-unroll,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(0xfffffffc, 8) == trap
;; run: f(0xffffffff, 8) == trap
;; run: f(0, 8) == 0
;; run: f(64, 16) == 136
(module
  (memory (export "m") 1)
  (data (i32.const 64) "\01\02\03\04\05\06\07\08\09\0a\0b\0c\0d\0e\0f\10")
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (local $s i32)
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.load8_u (local.get $p))))
      (local.set $p (i32.add (local.get $p) (i32.const 1)))
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
;;     v49 = i32.const 5
;;     v50 = i32.ge_u v1, v49
;;     br_if v50, b10, b1(v1, v0, v2)
;;   b1(v9: i32, v4: i32, v3: i32):
;;     v5 = i32.load8_u v4
;;     v6 = i32.add v3, v5
;;     v7 = i32.const 1
;;     v8 = i32.add v4, v7
;;     v12 = i32.const -1
;;     v11 = i32.add v9, v12
;;     br_if v11, b1(v11, v8, v6), b2
;;   b2:
;;     return v6
;;   b3(v13: i32, v14: i32, v15: i32):
;;     v16 = i32.load8_u v14
;;     v17 = i32.add v15, v16
;;     v25 = i32.load8_u v14 offset=1
;;     v26 = i32.add v17, v25
;;     v34 = i32.load8_u v14 offset=2
;;     v35 = i32.add v26, v34
;;     v43 = i32.load8_u v14 offset=3
;;     v44 = i32.add v35, v43
;;     v70 = i32.const 4
;;     v46 = i32.add v14, v70
;;     v48 = i32.add v13, v65
;;     v61 = i32.ne v48, v60
;;     br_if v61, b3(v48, v46, v44), b1(v48, v46, v44)
;;   b9:
;;     v54 = i32.const -1
;;     v55 = i32.add v1, v54
;;     v65 = i32.const -4
;;     v59 = i32.and v55, v65
;;     v60 = i32.sub v1, v59
;;     jump b3(v1, v0, v2)
;;   b10:
;;     v51 = memory.size m0
;;     v52 = i32.const 65535
;;     v53 = i32.le_u v51, v52
;;     br_if v53, b9, b1(v1, v0, v2)
;;   }
;;   data data0 active m0 (i32.const 64) "\01\02\03\04\05\06\07\08\t\n\0b\0c\0d\0e\0f\10"
;; }
