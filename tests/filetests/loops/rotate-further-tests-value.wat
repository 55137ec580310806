;; The body uses what the second test loads: the copy of the test defines it, too.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(0, 3, 7) == 435
;; run: f(3, 3, 7) == 0
;; run: f(0, 3, 0) == trap
(module
  (memory 1)
  (data (i32.const 0) "\01\02\03\00")
  (func (export "f") (param $p i32) (param $n i32) (param $d i32) (result i32)
    (local $s i32) (local $i i32) (local $c i32)
    (block $out (loop $l
      (br_if $out (i32.ge_s (local.get $i) (local.get $n)))
      (br_if $out (i32.eqz (local.tee $c (i32.load8_u (i32.add (local.get $p) (local.get $i))))))
      (local.set $s (i32.add (i32.add (local.get $s) (local.get $c)) (i32.div_u (i32.const 1001) (local.get $d))))
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
;;     v17 = i32.ge_s v3, v1
;;     br_if v17, b1(v3), b7
;;   b1(v24: i32):
;;     return v24
;;   b3:
;;     v6 = i32.add v0, v15
;;     v7 = i32.load8_u v6
;;     v8 = i32.eqz v7
;;     br_if v8, b1(v13), b8(v13, v7, v15)
;;   b7:
;;     v18 = i32.add v0, v3
;;     v19 = i32.load8_u v18
;;     v20 = i32.eqz v19
;;     br_if v20, b1(v3), b9
;;   b8(v21: i32, v22: i32, v23: i32):
;;     v10 = i32.add v21, v22
;;     v13 = i32.add v10, v12
;;     v14 = i32.const 1
;;     v15 = i32.add v23, v14
;;     v5 = i32.ge_s v15, v1
;;     br_if v5, b1(v13), b3
;;   b9:
;;     v27 = i32.const 1001
;;     v12 = i32.div_u v27, v2
;;     jump b8(v3, v19, v3)
;;   }
;;   data data0 active m0 (i32.const 0) "\01\02\03\00"
;; }
