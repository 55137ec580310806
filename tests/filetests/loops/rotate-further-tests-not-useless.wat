;; Nothing behind the second test may trap: only the first test goes to the bottom, where its trip count is known.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(0, 3, 7) == 6
;; run: f(3, 3, 7) == 0
(module
  (memory 1)
  (data (i32.const 0) "\01\02\03\00")
  (func (export "f") (param $p i32) (param $n i32) (param $d i32) (result i32)
    (local $s i32) (local $i i32) (local $c i32)
    (block $out (loop $l
      (br_if $out (i32.ge_s (local.get $i) (local.get $n)))
      (br_if $out (i32.eqz (local.tee $c (i32.load8_u (i32.add (local.get $p) (local.get $i))))))
      (local.set $s (i32.add (local.get $s) (local.get $c)))
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
;;     v14 = i32.ge_s v3, v1
;;     br_if v14, b1(v3), b7(v3, v3)
;;   b1(v17: i32):
;;     return v17
;;   b4:
;;     v10 = i32.add v16, v7
;;     v11 = i32.const 1
;;     v12 = i32.add v15, v11
;;     v5 = i32.ge_s v12, v1
;;     br_if v5, b1(v10), b7(v12, v10)
;;   b7(v15: i32, v16: i32):
;;     v6 = i32.add v0, v15
;;     v7 = i32.load8_u v6
;;     v8 = i32.eqz v7
;;     br_if v8, b1(v16), b4
;;   }
;;   data data0 active m0 (i32.const 0) "\01\02\03\00"
;; }
