;; A 32-bit index in a 64-bit memory, extended with its sign or with zeros: it does not wrap, so that the address is an
;; induction variable of 64 bits.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,strength-reduction,ssa-cleanup,dce
;; run: f(0, 3) == 6
;; run: f(0, -1) == 0
;; run: g(0, 3) == 6
;; run: h(0, 3) == 5
(module
  (memory i64 1)
  (data (i64.const 0) "\01\00\00\00\02\00\00\00\03\00\00\00")
  (func (export "f") (param $p i64) (param $n i32) (result i32)
    (local $s i32) (local $i i32)
    (block $out (loop $l
      (br_if $out (i32.ge_s (local.get $i) (local.get $n)))
      (local.set $s (i32.add (local.get $s)
        (i32.load (i64.add (local.get $p) (i64.shl (i64.extend_i32_s (local.get $i)) (i64.const 2))))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $l)))
    (local.get $s))
  (func (export "g") (param $p i64) (param $n i32) (result i32)
    (local $s i32) (local $i i32)
    (block $out (loop $l
      (br_if $out (i32.ge_s (local.get $i) (local.get $n)))
      (local.set $s (i32.add (local.get $s)
        (i32.load (i64.add (local.get $p) (i64.shl (i64.extend_i32_u (local.get $i)) (i64.const 2))))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $l)))
    (local.get $s))
  (func (export "h") (param $p i64) (param $n i32) (result i32)
    (local $s i32) (local $i i32)
    (local.set $i (i32.const 1))
    (block $out (loop $l
      (br_if $out (i32.ge_s (local.get $i) (local.get $n)))
      (local.set $s (i32.add (local.get $s)
        (i32.add (i32.const 1) (i32.load (i64.add (local.get $p)
          (i64.shl (i64.extend_i32_u (i32.sub (local.get $i) (i32.const 1))) (i64.const 2)))))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $l)))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i64, i32) -> (i32)
;;   memory m0 : i64 1..
;;   export "f" f0
;;   export "g" f1
;;   export "h" f2
;;   func f0 : ty0 {
;;   b0(v0: i64, v1: i32):
;;     v2 = i32.const 0
;;     v14 = i32.ge_s v2, v1
;;     br_if v14, b1(v2), b5
;;   b1(v17: i32):
;;     return v17
;;   b2:
;;     v23 = i64.const 4
;;     v24 = i64.add v22, v23
;;     v26 = i32.const -1
;;     v27 = i32.add v25, v26
;;     v28 = i32.eqz v27
;;     br_if v28, b6, b4(v11, v24, v27)
;;   b3:
;;     v10 = i32.load v22
;;     v11 = i32.add v16, v10
;;     jump b2
;;   b4(v16: i32, v22: i64, v25: i32):
;;     jump b3
;;   b5:
;;     v18 = i64.extend_i32_s v2
;;     v19 = i64.const 2
;;     v20 = i64.shl v18, v19
;;     v21 = i64.add v0, v20
;;     jump b4(v2, v21, v1)
;;   b6:
;;     jump b1(v11)
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i64, v1: i32):
;;     v2 = i32.const 0
;;     v14 = i32.ge_s v2, v1
;;     br_if v14, b1(v2), b5
;;   b1(v17: i32):
;;     return v17
;;   b2:
;;     v23 = i64.const 4
;;     v24 = i64.add v22, v23
;;     v26 = i32.const -1
;;     v27 = i32.add v25, v26
;;     v28 = i32.eqz v27
;;     br_if v28, b6, b4(v11, v24, v27)
;;   b3:
;;     v10 = i32.load v22
;;     v11 = i32.add v16, v10
;;     jump b2
;;   b4(v16: i32, v22: i64, v25: i32):
;;     jump b3
;;   b5:
;;     v18 = i64.extend_i32_u v2
;;     v19 = i64.const 2
;;     v20 = i64.shl v18, v19
;;     v21 = i64.add v0, v20
;;     jump b4(v2, v21, v1)
;;   b6:
;;     jump b1(v11)
;;   }
;;   func f2 : ty0 {
;;   b0(v0: i64, v1: i32):
;;     v2 = i32.const 0
;;     v3 = i32.const 1
;;     v19 = i32.ge_s v3, v1
;;     br_if v19, b1(v2), b5
;;   b1(v22: i32):
;;     return v22
;;   b2:
;;     v30 = i64.const 4
;;     v31 = i64.add v29, v30
;;     v35 = i32.const -1
;;     v36 = i32.add v34, v35
;;     v37 = i32.eqz v36
;;     br_if v37, b6, b4(v16, v31, v36)
;;   b3:
;;     v7 = i32.const 1
;;     v14 = i32.load v29
;;     v15 = i32.add v7, v14
;;     v16 = i32.add v21, v15
;;     jump b2
;;   b4(v21: i32, v29: i64, v34: i32):
;;     jump b3
;;   b5:
;;     v23 = i32.const 1
;;     v24 = i32.sub v3, v23
;;     v25 = i64.extend_i32_u v24
;;     v26 = i64.const 2
;;     v27 = i64.shl v25, v26
;;     v28 = i64.add v0, v27
;;     v32 = i32.const -1
;;     v33 = i32.add v1, v32
;;     jump b4(v2, v28, v33)
;;   b6:
;;     jump b1(v16)
;;   }
;;   data data0 active m0 (i64.const 0) "\01\00\00\00\02\00\00\00\03\00\00\00"
;; }
