;; A search that returns the index: the index stays live, so a pointer would be an additional variable.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,strength-reduction,ssa-cleanup,dce
;; run: f(0, 3, 2) == 1
;; run: f(0, 3, 7) == -1
(module
  (memory 1)
  (data (i32.const 0) "\01\00\00\00\02\00\00\00\03\00\00\00")
  (func (export "f") (param $a i32) (param $n i32) (param $x i32) (result i32)
    (local $i i32)
    (block $none
      (br_if $none (i32.eqz (local.get $n)))
      (loop $next
        (if (i32.eq (i32.load (i32.add (local.get $a) (i32.shl (local.get $i) (i32.const 2)))) (local.get $x))
          (then (return (local.get $i))))
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
;;     jump b3(v3)
;;   b3(v5: i32):
;;     v6 = i32.const 2
;;     v7 = i32.shl v5, v6
;;     v8 = i32.add v0, v7
;;     v9 = i32.load v8
;;     v10 = i32.eq v9, v2
;;     br_if v10, b5, b6
;;   b4:
;;     v11 = i32.const 1
;;     v12 = i32.add v5, v11
;;     v13 = i32.lt_u v12, v1
;;     br_if v13, b3(v12), b7
;;   b5:
;;     return v5
;;   b6:
;;     jump b4
;;   b7:
;;     jump b1
;;   }
;;   data data0 active m0 (i32.const 0) "\01\00\00\00\02\00\00\00\03\00\00\00"
;; }
