;; An exit on an invariant condition is unswitched. A value that two exits pass is passed in each copy.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,unswitch,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(40, 1) == 40
;; run: f(40, 0) == 7
;; run: f(4, 0) == 4
(module
  (import "env" "log" (func $log (param i32) (result i32)))
  (func (export "f") (param $n i32) (param $c i32) (result i32)
    (local $i i32)
    (loop $l
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (drop (call $log (local.get $i)))
      (if (i32.eqz (local.get $c))
        (then (if (i32.eq (local.get $i) (i32.const 7)) (then (return (local.get $i))))))
      (br_if $l (i32.lt_s (local.get $i) (local.get $n))))
    (local.get $i)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   ty1 = func (i32, i32) -> (i32)
;;   import f0 "env" "log" : ty0 "log"
;;   export "f" f1
;;   func f1 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     br_if v1, b1(v2), b9(v2)
;;   b1(v3: i32):
;;     v4 = i32.const 1
;;     v5 = i32.add v3, v4
;;     v6 = call f0 v5
;;     v10 = i32.lt_s v5, v0
;;     br_if v10, b1(v5), b8(v5)
;;   b6:
;;     return v13
;;   b8(v18: i32):
;;     return v18
;;   b9(v11: i32):
;;     v12 = i32.const 1
;;     v13 = i32.add v11, v12
;;     v14 = call f0 v13
;;     v15 = i32.const 7
;;     v16 = i32.eq v13, v15
;;     br_if v16, b6, b11
;;   b11:
;;     v17 = i32.lt_s v13, v0
;;     br_if v17, b9(v13), b8(v13)
;;   }
;; }
