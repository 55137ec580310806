;; Addresses that are reduced do not become offsets of one where the sum with an access's own offset wraps.
;; test: pass strength-reduction
;; run: f() == trap
(module (memory i64 1)
  (data (i64.const 0) "\01\02\03\04\05\06\07\08")
  (func (export "f") (result i64)
    (local $i i64) (local $s i64)
    (loop $l
      (local.set $s (i64.add (local.get $s) (i64.load (i64.mul (local.get $i) (i64.const 24)))))
      (local.set $s (i64.add (local.get $s) (i64.load (i64.add (i64.mul (local.get $i) (i64.const 24)) (i64.const 24)))))
      (local.set $s (i64.add (local.get $s)
        (i64.load offset=0xfffffffffffffff8 (i64.add (i64.mul (local.get $i) (i64.const 24)) (i64.const 8)))))
      (local.set $s (i64.add (local.get $s) (i64.load (i64.add (i64.mul (local.get $i) (i64.const 24)) (i64.const 40)))))
      (br_if $l (i64.lt_u (local.tee $i (i64.add (local.get $i) (i64.const 1))) (i64.const 1000))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func () -> (i64)
;;   memory m0 : i64 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0:
;;     v0 = i64.const 0
;;     v29 = i64.const 24
;;     v30 = i64.mul v0, v29
;;     v37 = i64.const 24000
;;     jump b1(v0, v0, v30)
;;   b1(v2: i64, v1: i64, v31: i64):
;;     v5 = i64.load v31
;;     v6 = i64.add v1, v5
;;     v34 = i64.const 24
;;     v10 = i64.add v31, v34
;;     v11 = i64.load v10
;;     v12 = i64.add v6, v11
;;     v35 = i64.const 8
;;     v16 = i64.add v31, v35
;;     v17 = i64.load v16 offset=18446744073709551608
;;     v18 = i64.add v12, v17
;;     v36 = i64.const 40
;;     v22 = i64.add v31, v36
;;     v23 = i64.load v22
;;     v24 = i64.add v18, v23
;;     v25 = i64.const 1
;;     v26 = i64.add v2, v25
;;     v27 = i64.const 1000
;;     v28 = i64.lt_u v26, v27
;;     v32 = i64.const 24
;;     v33 = i64.add v31, v32
;;     v38 = i64.ne v33, v37
;;     br_if v38, b1(v26, v24, v33), b2
;;   b2:
;;     return v24
;;   }
;;   data data0 active m0 (i64.const 0) "\01\02\03\04\05\06\07\08"
;; }
