;; A 64-bit counter whose low half is used becomes a 32-bit one, where it fits: unsigned in `sum`, signed in `down`; in
;; `across`, a signed comparison becomes an unsigned one. It is extended for other users in `used`. Each `not_` differs in
;; what makes it untrue: a bound that is unknown or too large, or more users of the whole counter than of its low half.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,narrow-counters,ssa-cleanup,dce
;; run: sum(0) == 1
;; run: sum(5) == 15
;; run: down(4) == 40
;; run: down(-1) == 35
;; run: across(5) == 20
;; run: used(4) == 28
;; run: nested(4) == 11
;; run: calls(3) == 3
;; run: not_unknown(4) == 10
;; run: not_unknown(4294967298) == 11
;; run: not_large(7) == 14
;; run: not_used(4) == 16
(module
  (import "env" "log" (func $log (param i32)))
  (memory 1)
  (data (i32.const 0) "\01\02\03\04\05\06\07\08")
  (func (export "sum") (param $n i32) (result i32) (local $i i64) (local $s i32)
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.load8_u (i32.wrap_i64 (local.get $i)))))
      (br_if $l (i64.lt_u (local.tee $i (i64.add (local.get $i) (i64.const 1))) (i64.extend_i32_u (local.get $n)))))
    (local.get $s))
  (func (export "down") (param $n i32) (result i32) (local $i i64) (local $s i32)
    (local.set $i (i64.const 7))
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.load8_u (i32.wrap_i64 (local.get $i)))))
      (br_if $l (i64.ge_s (local.tee $i (i64.sub (local.get $i) (i64.const 1))) (i64.const 0))))
    (i32.add (local.get $n) (local.get $s)))
  ;; Signed in 64 bits, unsigned in 32.
  (func (export "across") (param $n i32) (result i32) (local $i i64) (local $s i32)
    (local.set $i (i64.const 2147483644))
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.and (i32.wrap_i64 (local.get $i)) (local.get $n))))
      (br_if $l (i64.lt_s (local.tee $i (i64.add (local.get $i) (i64.const 1))) (i64.const 2147483652))))
    (local.get $s))
  (func (export "used") (param $n i32) (result i32) (local $i i64) (local $s i32) (local $t i64)
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.load8_u (i32.wrap_i64 (local.get $i)))))
      (local.set $t (i64.add (local.get $t) (i64.popcnt (local.get $i))))
      (local.set $s (i32.xor (local.get $s) (i32.load8_u (i32.wrap_i64 (local.tee $i (i64.add (local.get $i) (i64.const 1)))))))
      (br_if $l (i64.lt_u (local.get $i) (i64.extend_i32_u (local.get $n)))))
    (i32.add (i32.mul (local.get $s) (i32.const 1)) (i32.shl (i32.wrap_i64 (local.get $t)) (i32.const 1))))
  (func (export "nested") (param $n i32) (result i32) (local $i i64) (local $j i64) (local $s i32)
    (loop $outer
      (local.set $j (i64.const 0))
      (loop $l
        (local.set $s (i32.add (local.get $s) (i32.load8_u (i32.wrap_i64 (local.get $j)))))
        (br_if $l (i64.lt_u (local.tee $j (i64.add (local.get $j) (i64.const 1))) (local.get $i))))
      (local.set $s (i32.xor (local.get $s) (i32.and (i32.wrap_i64 (local.get $i)) (i32.const 16))))
      (br_if $outer (i64.lt_u (local.tee $i (i64.add (local.get $i) (i64.const 1))) (i64.extend_i32_u (local.get $n)))))
    (local.get $s))
  (func (export "calls") (param $n i32) (result i32) (local $i i64)
    (loop $l
      (call $log (i32.wrap_i64 (local.get $i)))
      (call $log (i32.wrap_i64 (local.get $i)))
      (br_if $l (i64.lt_u (local.tee $i (i64.add (local.get $i) (i64.const 1))) (i64.extend_i32_u (local.get $n)))))
    (i32.wrap_i64 (local.get $i)))
  (func (export "not_unknown") (param $n i64) (result i32) (local $i i64) (local $s i32)
    (local.set $i (i64.sub (local.get $n) (i64.const 3)))
    (if (i64.lt_u (local.get $n) (i64.const 8)) (then (local.set $i (i64.const 0))))
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.load8_u (i32.and (i32.wrap_i64 (local.get $i)) (i32.const 7)))))
      (br_if $l (i64.lt_u (local.tee $i (i64.add (local.get $i) (i64.const 1))) (local.get $n))))
    (local.get $s))
  (func (export "not_large") (param $n i32) (result i32) (local $i i64) (local $s i32)
    (local.set $i (i64.add (i64.extend_i32_u (local.get $n)) (i64.const 4294967290)))
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.load8_u (i32.and (i32.wrap_i64 (local.get $i)) (i32.const 7)))))
      (br_if $l (i64.lt_u (local.tee $i (i64.add (local.get $i) (i64.const 1))) (i64.const 4294967301))))
    (local.get $s))
  (func (export "not_used") (param $n i32) (result i32) (local $i i64) (local $s i32) (local $t i64)
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.load8_u (i32.wrap_i64 (local.get $i)))))
      (local.set $t (i64.add (local.get $t) (i64.mul (local.get $i) (local.get $i))))
      (br_if $l (i64.lt_u (local.tee $i (i64.add (local.get $i) (i64.const 1))) (i64.extend_i32_u (local.get $n)))))
    (i32.add (local.get $s) (i32.wrap_i64 (i64.and (local.get $t) (i64.const 6))))))

;; expect:
;; module {
;;   ty0 = func (i32) -> ()
;;   ty1 = func (i32) -> (i32)
;;   ty2 = func (i64) -> (i32)
;;   import f0 "env" "log" : ty0 "log"
;;   memory m0 : i32 1..
;;   export "sum" f1
;;   export "down" f2
;;   export "across" f3
;;   export "used" f4
;;   export "nested" f5
;;   export "calls" f6
;;   export "not_unknown" f7
;;   export "not_large" f8
;;   export "not_used" f9
;;   func f1 : ty1 {
;;   b0(v0: i32):
;;     v2 = i32.const 0
;;     v12 = i32.const 0
;;     jump b1(v2, v12)
;;   b1(v3: i32, v13: i32):
;;     v6 = i32.load8_u v13
;;     v7 = i32.add v3, v6
;;     v14 = i32.const 1
;;     v15 = i32.add v13, v14
;;     v11 = i32.lt_u v15, v0
;;     br_if v11, b1(v7, v15), b2
;;   b2:
;;     return v7
;;   }
;;   func f2 : ty1 {
;;   b0(v0: i32):
;;     v2 = i32.const 0
;;     v15 = i32.const 7
;;     jump b1(v2, v15)
;;   b1(v4: i32, v16: i32):
;;     v7 = i32.load8_u v16
;;     v8 = i32.add v4, v7
;;     v17 = i32.const -1
;;     v18 = i32.add v16, v17
;;     v19 = i32.const 0
;;     v12 = i32.ge_s v18, v19
;;     br_if v12, b1(v8, v18), b2
;;   b2:
;;     v13 = i32.add v0, v8
;;     return v13
;;   }
;;   func f3 : ty1 {
;;   b0(v0: i32):
;;     v2 = i32.const 0
;;     v13 = i32.const 2147483644
;;     jump b1(v2, v13)
;;   b1(v4: i32, v14: i32):
;;     v7 = i32.and v14, v0
;;     v8 = i32.add v4, v7
;;     v15 = i32.const 1
;;     v16 = i32.add v14, v15
;;     v17 = i32.const -2147483644
;;     v12 = i32.lt_u v16, v17
;;     br_if v12, b1(v8, v16), b2
;;   b2:
;;     return v8
;;   }
;;   func f4 : ty1 {
;;   b0(v0: i32):
;;     v1 = i64.const 0
;;     v2 = i32.const 0
;;     v24 = i32.const 0
;;     jump b1(v1, v2, v24)
;;   b1(v8: i64, v3: i32, v25: i32):
;;     v28 = i64.extend_i32_u v25
;;     v6 = i32.load8_u v25
;;     v7 = i32.add v3, v6
;;     v9 = i64.popcnt v28
;;     v10 = i64.add v8, v9
;;     v26 = i32.const 1
;;     v27 = i32.add v25, v26
;;     v14 = i32.load8_u v27
;;     v15 = i32.xor v7, v14
;;     v17 = i32.lt_u v27, v0
;;     br_if v17, b1(v10, v15, v27), b2
;;   b2:
;;     v18 = i32.const 1
;;     v20 = i32.wrap_i64 v10
;;     v22 = i32.shl v20, v18
;;     v23 = i32.add v15, v22
;;     return v23
;;   }
;;   func f5 : ty1 {
;;   b0(v0: i32):
;;     v2 = i32.const 0
;;     v27 = i32.const 0
;;     jump b1(v2, v27)
;;   b1(v13: i32, v28: i32):
;;     v22 = i32.const 0
;;     jump b2(v13, v22)
;;   b2(v4: i32, v23: i32):
;;     v7 = i32.load8_u v23
;;     v8 = i32.add v4, v7
;;     v24 = i32.const 1
;;     v25 = i32.add v23, v24
;;     v12 = i32.lt_u v25, v28
;;     br_if v12, b2(v8, v25), b3
;;   b3:
;;     v15 = i32.const 16
;;     v16 = i32.and v28, v15
;;     v17 = i32.xor v8, v16
;;     v29 = i32.const 1
;;     v30 = i32.add v28, v29
;;     v21 = i32.lt_u v30, v0
;;     br_if v21, b1(v17, v30), b4
;;   b4:
;;     return v17
;;   }
;;   func f6 : ty1 {
;;   b0(v0: i32):
;;     v10 = i32.const 0
;;     jump b1(v10)
;;   b1(v11: i32):
;;     call f0 v11
;;     call f0 v11
;;     v12 = i32.const 1
;;     v13 = i32.add v11, v12
;;     v8 = i32.lt_u v13, v0
;;     br_if v8, b1(v13), b2
;;   b2:
;;     return v13
;;   }
;;   func f7 : ty2 {
;;   b0(v0: i64):
;;     v1 = i64.const 0
;;     v2 = i32.const 0
;;     v19 = i64.const -3
;;     v4 = i64.add v0, v19
;;     v5 = i64.const 8
;;     v6 = i64.lt_u v0, v5
;;     v20 = select v1, v4, v6
;;     jump b4(v20, v2)
;;   b4(v9: i64, v8: i32):
;;     v10 = i32.wrap_i64 v9
;;     v11 = i32.const 7
;;     v12 = i32.and v10, v11
;;     v13 = i32.load8_u v12
;;     v14 = i32.add v8, v13
;;     v15 = i64.const 1
;;     v16 = i64.add v9, v15
;;     v17 = i64.lt_u v16, v0
;;     br_if v17, b4(v16, v14), b5
;;   b5:
;;     return v14
;;   }
;;   func f8 : ty1 {
;;   b0(v0: i32):
;;     v2 = i32.const 0
;;     v3 = i64.extend_i32_u v0
;;     v4 = i64.const 4294967290
;;     v5 = i64.add v3, v4
;;     jump b1(v5, v2)
;;   b1(v7: i64, v6: i32):
;;     v8 = i32.wrap_i64 v7
;;     v9 = i32.const 7
;;     v10 = i32.and v8, v9
;;     v11 = i32.load8_u v10
;;     v12 = i32.add v6, v11
;;     v13 = i64.const 1
;;     v14 = i64.add v7, v13
;;     v15 = i64.const 4294967301
;;     v16 = i64.lt_u v14, v15
;;     br_if v16, b1(v14, v12), b2
;;   b2:
;;     return v12
;;   }
;;   func f9 : ty1 {
;;   b0(v0: i32):
;;     v1 = i64.const 0
;;     v2 = i32.const 0
;;     v13 = i64.extend_i32_u v0
;;     jump b1(v1, v1, v2)
;;   b1(v8: i64, v4: i64, v3: i32):
;;     v5 = i32.wrap_i64 v4
;;     v6 = i32.load8_u v5
;;     v7 = i32.add v3, v6
;;     v9 = i64.mul v4, v4
;;     v10 = i64.add v8, v9
;;     v11 = i64.const 1
;;     v12 = i64.add v4, v11
;;     v14 = i64.lt_u v12, v13
;;     br_if v14, b1(v10, v12, v7), b2
;;   b2:
;;     v15 = i64.const 6
;;     v16 = i64.and v10, v15
;;     v17 = i32.wrap_i64 v16
;;     v18 = i32.add v7, v17
;;     return v18
;;   }
;;   data data0 active m0 (i32.const 0) "\01\02\03\04\05\06\07\08"
;; }
