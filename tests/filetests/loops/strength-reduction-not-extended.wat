;; The index may wrap: it rises until it is equal to the bound (from -1 on, as an unsigned number), or its range says nothing
;; of `index - 3`, which is negative at first.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,strength-reduction,ssa-cleanup,dce
;; run: f(16, -1, 2) == 2
;; run: g(0, 2) == trap
;; run: h(16, 0, 1) == 1
;; run: h(-34359738344, -1, 1) == trap
(module
  (memory i64 1)
  (data (i64.const 16) "\01\00\00\00\02\00\00\00\03\00\00\00")
  (func (export "f") (param $p i64) (param $i i32) (param $n i32) (result i32)
    (local $s i32)
    (if (i32.lt_s (local.get $i) (i32.const 0)) (then (local.set $i (i32.const -2))))
    (loop $l
      (local.set $i (i32.add (local.get $i) (i32.const 2)))
      (local.set $s (i32.add (local.get $s)
        (i32.load (i64.add (local.get $p) (i64.shl (i64.extend_i32_u (i32.shr_u (local.get $i) (i32.const 1))) (i64.const 2))))))
      (local.set $s (i32.add (local.get $s)
        (i32.load (i64.add (local.get $p) (i64.shl (i64.extend_i32_u (i32.sub (local.get $i) (local.get $i))) (i64.const 2))))))
      (br_if $l (i32.ne (local.get $i) (local.get $n))))
    (i32.sub (local.get $s) (i32.const 3)))
  (func (export "g") (param $p i64) (param $n i32) (result i32)
    (local $s i32) (local $i i32)
    (block $out (loop $l
      (br_if $out (i32.ge_s (local.get $i) (local.get $n)))
      (local.set $s (i32.add (local.get $s)
        (i32.load (i64.add (local.get $p) (i64.shl (i64.extend_i32_u (i32.sub (local.get $i) (i32.const 3))) (i64.const 2))))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $l)))
    (local.get $s))
  (func (export "h") (param $p i64) (param $i i32) (param $n i32) (result i32)
    (local $s i32)
    (loop $l
      (local.set $s (i32.add (local.get $s)
        (i32.load8_u (i64.add (local.get $p) (i64.mul (i64.extend_i32_u (local.get $i)) (i64.const 8))))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $l (i32.ne (local.get $i) (local.get $n))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i64, i32, i32) -> (i32)
;;   ty1 = func (i64, i32) -> (i32)
;;   memory m0 : i64 1..
;;   export "f" f0
;;   export "g" f1
;;   export "h" f2
;;   func f0 : ty0 {
;;   b0(v0: i64, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     v4 = i32.const 0
;;     v5 = i32.lt_s v1, v4
;;     br_if v5, b2, b3
;;   b1(v27: i32):
;;     jump b4(v3, v27)
;;   b2:
;;     v6 = i32.const -2
;;     jump b1(v6)
;;   b3:
;;     jump b1(v1)
;;   b4(v10: i32, v7: i32):
;;     v8 = i32.const 2
;;     v9 = i32.add v7, v8
;;     v11 = i32.const 1
;;     v12 = i32.shr_u v9, v11
;;     v13 = i64.extend_i32_u v12
;;     v14 = i64.const 2
;;     v15 = i64.shl v13, v14
;;     v16 = i64.add v0, v15
;;     v17 = i32.load v16
;;     v18 = i32.add v10, v17
;;     v19 = i32.sub v9, v9
;;     v20 = i64.extend_i32_u v19
;;     v21 = i64.const 2
;;     v22 = i64.shl v20, v21
;;     v23 = i64.add v0, v22
;;     v24 = i32.load v23
;;     v25 = i32.add v18, v24
;;     v26 = i32.ne v9, v2
;;     br_if v26, b4(v25, v9), b5
;;   b5:
;;     v28 = i32.const 3
;;     v29 = i32.sub v25, v28
;;     return v29
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i64, v1: i32):
;;     v2 = i32.const 0
;;     v16 = i32.ge_s v2, v1
;;     br_if v16, b1(v2), b5
;;   b1(v19: i32):
;;     return v19
;;   b2:
;;     v4 = i32.ge_s v15, v1
;;     br_if v4, b6, b4(v15, v13)
;;   b3:
;;     v6 = i32.const 3
;;     v7 = i32.sub v17, v6
;;     v8 = i64.extend_i32_u v7
;;     v9 = i64.const 2
;;     v10 = i64.shl v8, v9
;;     v11 = i64.add v0, v10
;;     v12 = i32.load v11
;;     v13 = i32.add v18, v12
;;     v14 = i32.const 1
;;     v15 = i32.add v17, v14
;;     jump b2
;;   b4(v17: i32, v18: i32):
;;     jump b3
;;   b5:
;;     jump b4(v2, v2)
;;   b6:
;;     jump b1(v13)
;;   }
;;   func f2 : ty0 {
;;   b0(v0: i64, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     jump b1(v1, v3)
;;   b1(v5: i32, v4: i32):
;;     v6 = i64.extend_i32_u v5
;;     v7 = i64.const 8
;;     v8 = i64.mul v6, v7
;;     v9 = i64.add v0, v8
;;     v10 = i32.load8_u v9
;;     v11 = i32.add v4, v10
;;     v12 = i32.const 1
;;     v13 = i32.add v5, v12
;;     v14 = i32.ne v13, v2
;;     br_if v14, b1(v13, v11), b2
;;   b2:
;;     return v11
;;   }
;;   data data0 active m0 (i64.const 16) "\01\00\00\00\02\00\00\00\03\00\00\00"
;; }
