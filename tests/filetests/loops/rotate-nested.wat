;; Two nested loops with tests at the top are both rotated: the guard of the inner one is in the outer one.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(3, 2) == 6
;; run: f(0, 2) == 0
;; run: f(3, 0) == 0
(module
  (func (export "f") (param $n i32) (param $m i32) (result i32)
    (local $i i32) (local $j i32) (local $s i32)
    (block $o (loop $l
      (br_if $o (i32.ge_s (local.get $i) (local.get $n)))
      (local.set $j (i32.const 0))
      (block $p (loop $k
        (br_if $p (i32.ge_s (local.get $j) (local.get $m)))
        (local.set $s (i32.add (local.get $s) (i32.const 1)))
        (local.set $j (i32.add (local.get $j) (i32.const 1)))
        (br $k)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $l)))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v17 = i32.ge_s v2, v0
;;     br_if v17, b1(v2), b8(v2, v2)
;;   b1(v22: i32):
;;     return v22
;;   b4(v21: i32):
;;     v14 = i32.const 1
;;     v15 = i32.add v24, v14
;;     v4 = i32.ge_s v15, v0
;;     br_if v4, b1(v21), b8(v21, v15)
;;   b7(v18: i32, v19: i32):
;;     v9 = i32.const 1
;;     v10 = i32.add v18, v9
;;     v11 = i32.const 1
;;     v12 = i32.add v19, v11
;;     v7 = i32.ge_s v12, v1
;;     br_if v7, b4(v10), b7(v10, v12)
;;   b8(v23: i32, v24: i32):
;;     v5 = i32.const 0
;;     v16 = i32.ge_s v5, v1
;;     br_if v16, b4(v23), b7(v23, v5)
;;   }
;; }
