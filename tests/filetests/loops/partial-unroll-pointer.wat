;; Partial unrolling: a pointer in the exit test also ends the main loop.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,partial-unroll,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(0, 10) == 10
;; run: f(0, 9) == 9
;; run: f(0, 1) == 1
;; run: f(4, 9) == 9
;; run: f(0xfffffff0, 9) == trap
(module
  (memory 1)
  (data (i32.const 0) "\01\00\00\00\01\00\00\00\01\00\00\00\01\00\00\00\01\00\00\00\01\00\00\00\01\00\00\00\01\00\00\00\01\00\00\00\01\00\00\00")
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (local $s i32) (local $end i32)
    (local.set $end (i32.add (local.get $p) (i32.shl (local.get $n) (i32.const 2))))
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.load (local.get $p))))
      (br_if $l (i32.ne (local.tee $p (i32.add (local.get $p) (i32.const 4))) (local.get $end))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v3 = i32.const 2
;;     v4 = i32.shl v1, v3
;;     v5 = i32.add v0, v4
;;     v43 = i32.const 20
;;     v44 = i32.ge_u v4, v43
;;     br_if v44, b10, b1(v0, v2)
;;   b1(v7: i32, v6: i32):
;;     v8 = i32.load v7
;;     v9 = i32.add v6, v8
;;     v10 = i32.const 4
;;     v11 = i32.add v7, v10
;;     v12 = i32.ne v11, v5
;;     br_if v12, b1(v11, v9), b2
;;   b2:
;;     return v9
;;   b3(v13: i32, v14: i32):
;;     v15 = i32.load v13
;;     v16 = i32.add v14, v15
;;     v22 = i32.load v13 offset=4
;;     v23 = i32.add v16, v22
;;     v29 = i32.load v13 offset=8
;;     v30 = i32.add v23, v29
;;     v36 = i32.load v13 offset=12
;;     v37 = i32.add v30, v36
;;     v66 = i32.const 16
;;     v39 = i32.add v13, v66
;;     v59 = i32.ne v39, v58
;;     br_if v59, b3(v39, v37), b1(v39, v37)
;;   b9:
;;     v50 = i32.const -4
;;     v51 = i32.add v4, v50
;;     v63 = i32.const -16
;;     v57 = i32.and v51, v63
;;     v58 = i32.add v0, v57
;;     jump b3(v0, v2)
;;   b10:
;;     v45 = memory.size m0
;;     v46 = i32.const 65535
;;     v47 = i32.le_u v45, v46
;;     br_if v47, b9, b1(v0, v2)
;;   }
;;   data data0 active m0 (i32.const 0) "\01\00\00\00\01\00\00\00\01\00\00\00\01\00\00\00\01\00\00\00\01\00\00\00\01\00\00\00\01\00\00\00\01\00\00\00\01\00\00\00"
;; }
