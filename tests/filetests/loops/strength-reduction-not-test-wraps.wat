;; The exit test stays: a counter in steps of three may wrap past the bound, and the trip count is unknown.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,strength-reduction,dce,strength-reduction,ssa-cleanup,dce
;; run: f(4096, 4) == 0
(module
  (memory 1)
  (func (export "f") (param $a i32) (param $n i32) (result i32)
    (local $i i32) (local $s i32)
    (block $out (loop $l
      (br_if $out (i32.ge_u (local.get $i) (local.get $n)))
      (local.set $s (i32.add (local.get $s) (i32.load (i32.add (local.get $a) (i32.mul (local.get $i) (i32.const 4))))))
      (local.set $i (i32.add (local.get $i) (i32.const 3)))
      (br $l)))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v13 = i32.ge_u v2, v1
;;     br_if v13, b1(v2), b5
;;   b1(v16: i32):
;;     return v16
;;   b2:
;;     v4 = i32.ge_u v12, v1
;;     v21 = i32.const 12
;;     v22 = i32.add v20, v21
;;     br_if v4, b6, b4(v12, v10, v22)
;;   b3:
;;     v9 = i32.load v20
;;     v10 = i32.add v15, v9
;;     v11 = i32.const 3
;;     v12 = i32.add v14, v11
;;     jump b2
;;   b4(v14: i32, v15: i32, v20: i32):
;;     jump b3
;;   b5:
;;     v17 = i32.const 4
;;     v18 = i32.mul v2, v17
;;     v19 = i32.add v0, v18
;;     jump b4(v2, v2, v19)
;;   b6:
;;     jump b1(v10)
;;   }
;; }
