;; Two loops are unrolled, the first one before the second: a value that the second loop passes to its next
;; iteration is a parameter of the first, whose back edge is removed by then.
;; test: pass unreachable,ssa-cleanup,full-unroll
;; run: f() == 2
(module
  (memory 1)
  (func (export "f") (result i32)
    (local $i i32) (local $j i32) (local $y i32) (local $k i32)
    (block $out
      (loop $a
        (local.set $k (local.get $i))
        (br_if $out (i32.eq (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 3)))
        (br $a)))
    (loop $b
      (i32.store (i32.const 0) (i32.add (local.get $y) (i32.load (i32.const 0))))
      (local.set $y (local.get $k))
      (br_if $b (i32.lt_u (local.tee $j (i32.add (local.get $j) (i32.const 1))) (i32.const 2))))
    (i32.load (i32.const 0))))

;; expect:
;; module {
;;   ty0 = func () -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0:
;;     v0 = i32.const 0
;;     jump b2(v0)
;;   b1:
;;     jump b4(v0, v0)
;;   b2(v1: i32):
;;     v2 = i32.const 1
;;     v3 = i32.add v1, v2
;;     v4 = i32.const 3
;;     v5 = i32.eq v3, v4
;;     jump b3
;;   b3:
;;     jump b6(v3)
;;   b4(v11: i32, v7: i32):
;;     v6 = i32.const 0
;;     v8 = i32.const 0
;;     v9 = i32.load v8
;;     v10 = i32.add v7, v9
;;     i32.store v6, v10
;;     v12 = i32.const 1
;;     v13 = i32.add v11, v12
;;     v14 = i32.const 2
;;     v15 = i32.lt_u v13, v14
;;     jump b9(v13, v23)
;;   b5:
;;     v16 = i32.const 0
;;     v17 = i32.load v16
;;     return v17
;;   b6(v18: i32):
;;     v19 = i32.const 1
;;     v20 = i32.add v18, v19
;;     v21 = i32.const 3
;;     v22 = i32.eq v20, v21
;;     jump b7
;;   b7:
;;     jump b8(v20)
;;   b8(v23: i32):
;;     v24 = i32.const 1
;;     v25 = i32.add v23, v24
;;     v26 = i32.const 3
;;     v27 = i32.eq v25, v26
;;     jump b1
;;   b9(v28: i32, v29: i32):
;;     v30 = i32.const 0
;;     v31 = i32.const 0
;;     v32 = i32.load v31
;;     v33 = i32.add v29, v32
;;     i32.store v30, v33
;;     v34 = i32.const 1
;;     v35 = i32.add v28, v34
;;     v36 = i32.const 2
;;     v37 = i32.lt_u v35, v36
;;     jump b5
;;   }
;; }
