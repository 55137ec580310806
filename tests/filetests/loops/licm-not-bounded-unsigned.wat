;; An index below a bound as an unsigned number need not be below it as a signed one if the bound may be negative:
;; the load may trap, and is not always executed, so it stays.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,ssa-cleanup,dce
;; run: f(0xfffff, 31, 3) == 0
;; run: f(0xfffff, 31, 9) == trap
;; run: f(0xfffff, 40, 9) == 0
(module
  (memory 1)
  (func (export "f") (param $a i32) (param $b i32) (param $n i32) (result i32)
    (local $m i32) (local $p i32) (local $i i32) (local $sum i32)
    (local.set $a (i32.and (local.get $a) (i32.const 0xfffff)))
    (local.set $m (i32.sub (i32.and (local.get $b) (i32.const 63)) (i32.const 32)))
    (local.set $p
      (select (local.get $a) (i32.const 0) (i32.lt_u (local.get $a) (local.get $m))))
    (loop $l
      (if (i32.eq (local.get $i) (i32.const 5))
        (then (local.set $sum (i32.add (local.get $sum) (i32.load (local.get $p))))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $l (i32.lt_u (local.get $i) (local.get $n))))
    (local.get $sum)))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     v4 = i32.const 1048575
;;     v5 = i32.and v0, v4
;;     v6 = i32.const 63
;;     v7 = i32.and v1, v6
;;     v8 = i32.const 32
;;     v9 = i32.sub v7, v8
;;     v10 = i32.const 0
;;     v11 = i32.lt_u v5, v9
;;     v12 = select v5, v10, v11
;;     jump b1(v3, v3)
;;   b1(v16: i32, v13: i32):
;;     v14 = i32.const 5
;;     v15 = i32.eq v13, v14
;;     br_if v15, b3, b4
;;   b2(v22: i32):
;;     v19 = i32.const 1
;;     v20 = i32.add v13, v19
;;     v21 = i32.lt_u v20, v2
;;     br_if v21, b1(v22, v20), b5
;;   b3:
;;     v17 = i32.load v12
;;     v18 = i32.add v16, v17
;;     jump b2(v18)
;;   b4:
;;     jump b2(v16)
;;   b5:
;;     return v22
;;   }
;; }
