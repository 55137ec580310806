;; Strength reduction of a component: an address of one member is no offset from that of another, whose range is known.
;; test: pass simplify-cfg,ssa-cleanup,strength-reduction
;; run: f(89478484, 5) == 303042060
;; run: f(89478485, 5) == 151521030
;; run: f(1, 5) == 151521030
(module (memory (export "m") 1)
(data (i32.const 0) "\01\02\03\04\05\06\07\08\09\0a\0b\0c\0d\0e\0f\10")
(func (export "f") (param $q i32) (param $n i32) (result i32) (local $p i32) (local $m i32) (local $s i32)
 (local.set $n (i32.and (local.get $n) (i32.const 255)))
 (loop $l
  (if (i32.load8_u (local.get $p))
    (then (local.set $m (local.get $p)))
    (else (local.set $m (i32.add (local.get $p) (i32.const 1)))))
  (local.set $s (i32.add (local.get $s) (i32.load (i32.add (local.get $n) (i32.add (i32.mul (local.get $q) (i32.const 48)) (i32.const 64))))))
  (local.set $s (i32.add (local.get $s) (i32.load (i32.add (local.get $n) (i32.mul (local.get $m) (i32.const 48))))))
  (local.set $q (local.get $m))
  (br_if $l (i32.lt_u (local.tee $p (i32.add (local.get $p) (i32.const 1))) (i32.const 1000))))
 (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "m" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v3 = i32.const 255
;;     v4 = i32.and v1, v3
;;     v35 = i32.const 48
;;     v36 = i32.mul v0, v35
;;     v37 = i32.add v36, v4
;;     v38 = i32.const 64
;;     v39 = i32.add v37, v38
;;     v40 = i32.const 64
;;     v41 = i32.add v4, v40
;;     jump b1(v0, v2, v2, v39, v41)
;;   b1(v10: i32, v9: i32, v5: i32, v28: i32, v30: i32):
;;     v6 = i32.load8_u v5
;;     br_if v6, b2(v5, v30), b4
;;   b2(v18: i32, v29: i32):
;;     v16 = i32.load v28
;;     v17 = i32.add v9, v16
;;     v42 = i32.const -64
;;     v21 = i32.add v29, v42
;;     v22 = i32.load v21
;;     v23 = i32.add v17, v22
;;     v24 = i32.const 1
;;     v25 = i32.add v5, v24
;;     v26 = i32.const 1000
;;     v27 = i32.lt_u v25, v26
;;     v33 = i32.const 48
;;     v34 = i32.add v30, v33
;;     br_if v27, b1(v18, v23, v25, v29, v34), b5
;;   b4:
;;     v7 = i32.const 1
;;     v8 = i32.add v5, v7
;;     v31 = i32.const 48
;;     v32 = i32.add v30, v31
;;     jump b2(v8, v32)
;;   b5:
;;     return v23
;;   }
;;   data data0 active m0 (i32.const 0) "\01\02\03\04\05\06\07\08\t\n\0b\0c\0d\0e\0f\10"
;; }
