;; Both tests of an inner loop go to its bottom. The division is hoisted out of that loop only: the outer one may not
;; execute it.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(0, 3, 7) == 858
;; run: f(3, 3, 0) == 0
;; run: f(0, 3, 0) == trap
(module
  (memory 1)
  (data (i32.const 0) "\01\01\01\00")
  (func (export "f") (param $p i32) (param $n i32) (param $d i32) (result i32)
    (local $s i32) (local $i i32) (local $k i32)
    (loop $outer
      (local.set $i (i32.const 0))
      (block $out (loop $l
        (br_if $out (i32.ge_s (local.get $i) (local.get $n)))
        (br_if $out (i32.eqz (i32.load8_u (i32.add (local.get $p) (local.get $i)))))
        (local.set $s (i32.add (local.get $s) (i32.div_u (i32.const 1001) (local.get $d))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $l)))
      (br_if $outer (i32.lt_u (local.tee $k (i32.add (local.get $k) (i32.const 1))) (i32.const 2))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     v33 = i32.const 0
;;     v23 = i32.ge_s v33, v1
;;     v34 = i32.const 0
;;     v24 = i32.add v0, v34
;;     jump b1(v3, v3)
;;   b1(v17: i32, v16: i32):
;;     v4 = i32.const 0
;;     br_if v23, b2(v16), b9
;;   b2(v29: i32):
;;     v18 = i32.const 1
;;     v19 = i32.add v17, v18
;;     v20 = i32.const 2
;;     v21 = i32.lt_u v19, v20
;;     br_if v21, b1(v19, v29), b6
;;   b4:
;;     v7 = i32.add v0, v15
;;     v8 = i32.load8_u v7
;;     v9 = i32.eqz v8
;;     br_if v9, b2(v13), b10(v13, v15)
;;   b6:
;;     return v29
;;   b9:
;;     v25 = i32.load8_u v24
;;     v26 = i32.eqz v25
;;     br_if v26, b2(v16), b11
;;   b10(v27: i32, v28: i32):
;;     v13 = i32.add v27, v12
;;     v14 = i32.const 1
;;     v15 = i32.add v28, v14
;;     v6 = i32.ge_s v15, v1
;;     br_if v6, b2(v13), b4
;;   b11:
;;     v32 = i32.const 1001
;;     v12 = i32.div_u v32, v2
;;     jump b10(v16, v4)
;;   }
;;   data data0 active m0 (i32.const 0) "\01\01\01\00"
;; }
