;; An index below 600: a constant that is added to it becomes an offset, since the sum does not wrap.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,offset-folding,dce
;; run: f(3) == 6
;; run: f(600) == 600
(module
  (memory 1)
  (data (i32.const 1024) "\01\02\03")
  (data (i32.const 1623) "\ff")
  (func (export "f") (param $n i32) (result i32)
    (local $s i32) (local $i i32)
    (local.set $n (select (local.get $n) (i32.const 600) (i32.lt_u (local.get $n) (i32.const 600))))
    (block $out (loop $l
      (br_if $out (i32.ge_s (local.get $i) (local.get $n)))
      (local.set $s (i32.add (local.get $s) (i32.load8_u (i32.add (local.get $i) (i32.const 1024)))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $l)))
    (if (i32.gt_u (local.get $n) (i32.const 599)) (then (return (local.get $n))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v2 = i32.const 600
;;     v3 = i32.const 600
;;     v4 = i32.lt_u v0, v3
;;     v5 = select v0, v2, v4
;;     v17 = i32.ge_s v1, v5
;;     br_if v17, b1(v1), b8
;;   b1(v20: i32):
;;     v15 = i32.const 599
;;     v16 = i32.gt_u v5, v15
;;     br_if v16, b5, b6
;;   b2:
;;     v7 = i32.ge_s v14, v5
;;     br_if v7, b9, b7(v14, v12)
;;   b3:
;;     v11 = i32.load8_u v18 offset=1024
;;     v12 = i32.add v19, v11
;;     v13 = i32.const 1
;;     v14 = i32.add v18, v13
;;     jump b2
;;   b4:
;;     return v20
;;   b5:
;;     return v5
;;   b6:
;;     jump b4
;;   b7(v18: i32, v19: i32):
;;     jump b3
;;   b8:
;;     jump b7(v1, v1)
;;   b9:
;;     jump b1(v12)
;;   }
;;   data data0 active m0 (i32.const 1024) "\01\02\03"
;;   data data1 active m0 (i32.const 1623) "\ff"
;; }
