;; Numbers with seven bits in a byte: in the first iteration nothing is shifted. Sums behind the loop are of either.
;; test: pass unreachable,ssa-cleanup,loop-rotate,loop-peel,ssa-cleanup,fold,simplify-cfg,ssa-cleanup,dce
;; run: f(0) == 5
;; run: f(1) == 129
;; run: f(3) == 2097155
;; run: end(0) == 1
;; run: end(1) == 3
;; run: end(3) == 7
(module
  (memory 1)
  (data (i32.const 0) "\05\81\01\83\80\80\01")
  (func (export "f") (param $at i32) (result i32)
    (local $value i32) (local $shift i32) (local $byte i32)
    (loop $next
      (local.set $byte (i32.load8_u (local.get $at)))
      (local.set $value
        (i32.or (local.get $value)
          (i32.shl (i32.and (local.get $byte) (i32.const 127)) (local.get $shift))))
      (local.set $shift (i32.add (local.get $shift) (i32.const 7)))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br_if $next (i32.and (local.get $byte) (i32.const 128))))
    (local.get $value))
  ;; What is used behind the loop is the value of the first iteration, or of the loop.
  (func (export "end") (param $at i32) (result i32)
    (local $value i32) (local $shift i32) (local $byte i32)
    (loop $next
      (local.set $byte (i32.load8_u (local.get $at)))
      (local.set $value
        (i32.or (local.get $value)
          (i32.shl (i32.and (local.get $byte) (i32.const 127)) (local.get $shift))))
      (local.set $shift (i32.add (local.get $shift) (i32.const 7)))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br_if $next (i32.and (local.get $byte) (i32.const 128))))
    (if (i32.eqz (local.get $value)) (then (return (local.get $shift))))
    (local.get $at)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   export "end" f1
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v19 = i32.load8_u v0
;;     v20 = i32.const 127
;;     v21 = i32.and v19, v20
;;     v25 = i32.const 7
;;     v26 = i32.const 1
;;     v27 = i32.add v0, v26
;;     v28 = i32.const 128
;;     v29 = i32.and v19, v28
;;     br_if v29, b1(v25, v21, v27), b2(v21)
;;   b1(v7: i32, v4: i32, v2: i32):
;;     v3 = i32.load8_u v2
;;     v5 = i32.const 127
;;     v6 = i32.and v3, v5
;;     v8 = i32.shl v6, v7
;;     v9 = i32.or v4, v8
;;     v10 = i32.const 7
;;     v11 = i32.add v7, v10
;;     v12 = i32.const 1
;;     v13 = i32.add v2, v12
;;     v14 = i32.const 128
;;     v15 = i32.and v3, v14
;;     br_if v15, b1(v11, v9, v13), b2(v9)
;;   b2(v30: i32):
;;     return v30
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32):
;;     v20 = i32.load8_u v0
;;     v21 = i32.const 127
;;     v22 = i32.and v20, v21
;;     v26 = i32.const 7
;;     v27 = i32.const 1
;;     v28 = i32.add v0, v27
;;     v29 = i32.const 128
;;     v30 = i32.and v20, v29
;;     br_if v30, b1(v26, v22, v28), b2(v22, v28, v26)
;;   b1(v7: i32, v4: i32, v2: i32):
;;     v3 = i32.load8_u v2
;;     v5 = i32.const 127
;;     v6 = i32.and v3, v5
;;     v8 = i32.shl v6, v7
;;     v9 = i32.or v4, v8
;;     v10 = i32.const 7
;;     v11 = i32.add v7, v10
;;     v12 = i32.const 1
;;     v13 = i32.add v2, v12
;;     v14 = i32.const 128
;;     v15 = i32.and v3, v14
;;     br_if v15, b1(v11, v9, v13), b2(v9, v13, v11)
;;   b2(v31: i32, v32: i32, v33: i32):
;;     br_if v31, b3, b4
;;   b3:
;;     return v32
;;   b4:
;;     return v33
;;   }
;;   data data0 active m0 (i32.const 0) "\05\81\01\83\80\80\01"
;; }
