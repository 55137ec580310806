;; `while (a && b && c)` with a value of the first test that the body uses: three tests at the bottom.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(0, 3, 7) == 435
;; run: f(0, 9, 7) == 435
;; run: f(3, 9, 0) == 0
;; run: f(0, 3, 0) == trap
(module
  (memory 1)
  (data (i32.const 0) "\01\02\03\00")
  (func (export "f") (param $p i32) (param $n i32) (param $d i32) (result i32)
    (local $s i32) (local $i i32) (local $at i32)
    (block $out (loop $l
      (local.set $at (i32.add (local.get $p) (local.get $i)))
      (br_if $out (i32.ge_s (local.get $i) (local.get $n)))
      (br_if $out (i32.eqz (i32.load8_u (local.get $at))))
      (br_if $out (i32.gt_u (local.get $s) (i32.const 5000)))
      (local.set $s (i32.add (i32.add (local.get $s) (i32.load8_u (local.get $at)))
        (i32.div_u (i32.const 1001) (local.get $d))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $l)))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     v20 = i32.add v0, v3
;;     v21 = i32.ge_s v3, v1
;;     br_if v21, b1(v3), b9
;;   b1(v29: i32):
;;     return v29
;;   b3:
;;     v7 = i32.load8_u v5
;;     v8 = i32.eqz v7
;;     br_if v8, b1(v16), b4
;;   b4:
;;     v10 = i32.const 5000
;;     v11 = i32.gt_u v16, v10
;;     br_if v11, b1(v16), b11(v5, v16, v18)
;;   b9:
;;     v22 = i32.load8_u v20
;;     v23 = i32.eqz v22
;;     br_if v23, b1(v3), b12
;;   b11(v26: i32, v27: i32, v28: i32):
;;     v12 = i32.load8_u v26
;;     v13 = i32.add v27, v12
;;     v16 = i32.add v13, v15
;;     v17 = i32.const 1
;;     v18 = i32.add v28, v17
;;     v5 = i32.add v0, v18
;;     v6 = i32.ge_s v18, v1
;;     br_if v6, b1(v16), b3
;;   b12:
;;     v33 = i32.const 1001
;;     v15 = i32.div_u v33, v2
;;     jump b11(v20, v3, v3)
;;   }
;;   data data0 active m0 (i32.const 0) "\01\02\03\00"
;; }
