;; A search, with an exit in the middle and one at the end: the pointer is an induction variable, and a counter ends
;; the loop. The found element may be used behind the loop, but not the index.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,strength-reduction,ssa-cleanup,dce
;; run: f(0, 3, 2) == 4
;; run: f(0, 3, 7) == -1
;; run: f(0, 0, 2) == -1
(module
  (memory 1)
  (data (i32.const 0) "\01\00\00\00\02\00\00\00\03\00\00\00")
  (func (export "f") (param $a i32) (param $n i32) (param $x i32) (result i32)
    (local $i i32) (local $p i32)
    (block $none
      (br_if $none (i32.eqz (local.get $n)))
      (loop $next
        (local.set $p (i32.add (local.get $a) (i32.shl (local.get $i) (i32.const 2))))
        (if (i32.eq (i32.load (local.get $p)) (local.get $x)) (then (return (local.get $p))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br_if $next (i32.lt_u (local.get $i) (local.get $n)))))
    (i32.const -1)))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     v4 = i32.eqz v1
;;     br_if v4, b1, b2
;;   b1:
;;     v14 = i32.const -1
;;     return v14
;;   b2:
;;     v15 = i32.const 2
;;     v16 = i32.shl v3, v15
;;     v17 = i32.add v0, v16
;;     jump b3(v17, v1)
;;   b3(v18: i32, v21: i32):
;;     v9 = i32.load v18
;;     v10 = i32.eq v9, v2
;;     br_if v10, b5, b6
;;   b4:
;;     v19 = i32.const 4
;;     v20 = i32.add v18, v19
;;     v22 = i32.const -1
;;     v23 = i32.add v21, v22
;;     br_if v23, b3(v20, v23), b7
;;   b5:
;;     return v18
;;   b6:
;;     jump b4
;;   b7:
;;     jump b1
;;   }
;;   data data0 active m0 (i32.const 0) "\01\00\00\00\02\00\00\00\03\00\00\00"
;; }
