;; The index rises by 1 or by 2, and is multiplied by 12: the address rises by 12 or by 24, through the merge.
;; test: pass unreachable,ssa-cleanup,strength-reduction,ssa-cleanup,dce
;; run: f(0, 5) == 4
;; run: f(64, 5) == 3
(module
  (memory 1)
  (data (i32.const 12) "\01")
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (local $s i32) (local $i i32)
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.const 1)))
      (if (i32.load8_u (i32.add (local.get $p) (i32.mul (local.get $i) (i32.const 12))))
       (then (local.set $i (i32.add (local.get $i) (i32.const 1))))
       (else (local.set $i (i32.add (local.get $i) (i32.const 2)))))
      (br_if $l (i32.lt_s (local.get $i) (local.get $n))))
    (i32.add (local.get $s) (i32.eqz (local.get $p)))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     jump b1(v2, v2, v0)
;;   b1(v6: i32, v3: i32, v19: i32):
;;     v4 = i32.const 1
;;     v5 = i32.add v3, v4
;;     v10 = i32.load8_u v19
;;     br_if v10, b3, b4
;;   b2(v15: i32, v20: i32):
;;     v16 = i32.lt_s v15, v1
;;     br_if v16, b1(v15, v5, v20), b5
;;   b3:
;;     v11 = i32.const 1
;;     v12 = i32.add v6, v11
;;     v23 = i32.const 12
;;     v24 = i32.add v19, v23
;;     jump b2(v12, v24)
;;   b4:
;;     v13 = i32.const 2
;;     v14 = i32.add v6, v13
;;     v21 = i32.const 24
;;     v22 = i32.add v19, v21
;;     jump b2(v14, v22)
;;   b5:
;;     v17 = i32.eqz v0
;;     v18 = i32.add v5, v17
;;     return v18
;;   }
;;   data data0 active m0 (i32.const 12) "\01"
;; }
