;; Not peeled: a loop that is counted, one whose variables do not begin with constants, and one where little folds.
;; test: pass unreachable,ssa-cleanup,loop-rotate,loop-peel
;; run: counted(3) == 3
;; run: unknown(0, 0) == 5
;; run: little(0) == 21
(module
  (memory 1)
  (data (i32.const 0) "\05\08\08\00")
  (func (export "counted") (param $n i32) (result i32)
    (local $i i32) (local $sum i32) (local $bits i32)
    (loop $next
      (local.set $sum (i32.or (local.get $sum) (i32.shl (i32.const 1) (local.get $bits))))
      (local.set $bits (i32.and (i32.add (local.get $bits) (i32.const 1)) (i32.const 1)))
      (br_if $next
        (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $sum))
  (func (export "unknown") (param $at i32) (param $shift i32) (result i32)
    (local $value i32) (local $byte i32)
    (local.set $value (local.get $shift))
    (loop $next
      (local.set $byte (i32.load8_u (local.get $at)))
      (local.set $value
        (i32.or (local.get $value)
          (i32.shl (i32.and (local.get $byte) (i32.const 127)) (local.get $shift))))
      (local.set $shift (i32.add (local.get $shift) (i32.const 7)))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br_if $next (i32.and (local.get $byte) (i32.const 128))))
    (local.get $value))
  (func (export "little") (param $at i32) (result i32)
    (local $sum i32) (local $byte i32)
    (loop $next
      (local.set $byte (i32.load8_u (local.get $at)))
      (local.set $sum (i32.add (local.get $sum) (local.get $byte)))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br_if $next (local.get $byte)))
    (local.get $sum)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   ty1 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "counted" f0
;;   export "unknown" f1
;;   export "little" f2
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b3(v1, v1, v1)
;;   b1(v11: i32, v4: i32, v2: i32):
;;     v3 = i32.const 1
;;     v5 = i32.shl v3, v4
;;     v6 = i32.or v2, v5
;;     v7 = i32.const 1
;;     v8 = i32.add v4, v7
;;     v9 = i32.const 1
;;     v10 = i32.and v8, v9
;;     v12 = i32.const 1
;;     v13 = i32.add v11, v12
;;     v14 = i32.lt_u v13, v0
;;     br_if v14, b1(v13, v10, v6), b2(v6)
;;   b2(v28: i32):
;;     return v28
;;   b3(v15: i32, v16: i32, v17: i32):
;;     v18 = i32.const 1
;;     v19 = i32.shl v18, v16
;;     v20 = i32.or v17, v19
;;     v21 = i32.const 1
;;     v22 = i32.add v16, v21
;;     v23 = i32.const 1
;;     v24 = i32.and v22, v23
;;     v25 = i32.const 1
;;     v26 = i32.add v15, v25
;;     v27 = i32.lt_u v26, v0
;;     br_if v27, b1(v26, v24, v20), b2(v20)
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     jump b1(v1, v1, v0)
;;   b1(v8: i32, v5: i32, v3: i32):
;;     v4 = i32.load8_u v3
;;     v6 = i32.const 127
;;     v7 = i32.and v4, v6
;;     v9 = i32.shl v7, v8
;;     v10 = i32.or v5, v9
;;     v11 = i32.const 7
;;     v12 = i32.add v8, v11
;;     v13 = i32.const 1
;;     v14 = i32.add v3, v13
;;     v15 = i32.const 128
;;     v16 = i32.and v4, v15
;;     br_if v16, b1(v12, v10, v14), b2
;;   b2:
;;     return v10
;;   }
;;   func f2 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b1(v1, v0)
;;   b1(v4: i32, v2: i32):
;;     v3 = i32.load8_u v2
;;     v5 = i32.add v4, v3
;;     v6 = i32.const 1
;;     v7 = i32.add v2, v6
;;     br_if v3, b1(v5, v7), b2
;;   b2:
;;     return v5
;;   }
;;   data data0 active m0 (i32.const 0) "\05\08\08\00"
;; }
