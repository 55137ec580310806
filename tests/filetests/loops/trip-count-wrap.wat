;; No trip count: a step of 3 may wrap past a bound close to the largest number. Below a small bound it cannot.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,loop-deletion,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(10) == 12
;; run: g(10) == 12
;; run: f(0) == 0
(module
  (func (export "f") (param $n i32) (result i32)
    (local $i i32)
    (block $out (loop $l
      (br_if $out (i32.ge_u (local.get $i) (local.get $n)))
      (local.set $i (i32.add (local.get $i) (i32.const 3)))
      (br $l)))
    (local.get $i))
  (func (export "g") (param $n i32) (result i32)
    (local $i i32)
    (local.set $n (i32.and (local.get $n) (i32.const 255)))
    (block $out (loop $l
      (br_if $out (i32.ge_u (local.get $i) (local.get $n)))
      (local.set $i (i32.add (local.get $i) (i32.const 3)))
      (br $l)))
    (local.get $i)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   export "f" f0
;;   export "g" f1
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     br_if v0, b4(v1), b1(v1)
;;   b1(v8: i32):
;;     return v8
;;   b4(v7: i32):
;;     v4 = i32.const 3
;;     v5 = i32.add v7, v4
;;     v3 = i32.ge_u v5, v0
;;     br_if v3, b1(v5), b4(v5)
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32):
;;     v19 = i32.const 0
;;     v2 = i32.const 255
;;     v3 = i32.and v0, v2
;;     br_if v3, b5, b1
;;   b1:
;;     return v19
;;   b5:
;;     v11 = i32.const -1
;;     v12 = i32.add v3, v11
;;     v13 = i32.const 3
;;     v14 = i32.div_u v12, v13
;;     v16 = i32.mul v14, v13
;;     v18 = i32.add v16, v13
;;     return v18
;;   }
;; }
