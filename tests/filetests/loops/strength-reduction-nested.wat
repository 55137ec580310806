;; a[i*n + j] in two loops: the inner one has a pointer, and the start of the row is an induction variable of the
;; outer one.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,strength-reduction,ssa-cleanup,dce
;; run: f(4096, 3) == 0
(module
  (memory 1)
  (func (export "f") (param $a i32) (param $n i32) (result i32)
    (local $i i32) (local $j i32) (local $s i32)
    (loop $rows
      (local.set $j (i32.const 0))
      (loop $columns
        (local.set $s (i32.add (local.get $s) (i32.load
          (i32.add (i32.add (local.get $a) (i32.mul (i32.mul (local.get $i) (local.get $n)) (i32.const 4))) (i32.mul (local.get $j) (i32.const 4))))))
        (br_if $columns (i32.lt_s (local.tee $j (i32.add (local.get $j) (i32.const 1))) (local.get $n))))
      (br_if $rows (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v30 = i32.mul v2, v1
;;     v31 = i32.const 4
;;     v32 = i32.mul v30, v31
;;     v33 = i32.add v0, v32
;;     v34 = i32.const 4
;;     v35 = i32.mul v1, v34
;;     jump b1(v2, v2, v33)
;;   b1(v19: i32, v5: i32, v36: i32):
;;     v3 = i32.const 0
;;     jump b2(v3, v19, v36)
;;   b2(v10: i32, v4: i32, v27: i32):
;;     v14 = i32.load v27
;;     v15 = i32.add v4, v14
;;     v16 = i32.const 1
;;     v17 = i32.add v10, v16
;;     v18 = i32.lt_s v17, v1
;;     v28 = i32.const 4
;;     v29 = i32.add v27, v28
;;     br_if v18, b2(v17, v15, v29), b3
;;   b3:
;;     v20 = i32.const 1
;;     v21 = i32.add v5, v20
;;     v22 = i32.lt_s v21, v1
;;     v37 = i32.add v36, v35
;;     br_if v22, b1(v15, v21, v37), b4
;;   b4:
;;     return v15
;;   }
;; }
