;; Values of the loop that are used behind the exit block, once where both exits merge, come from the copy that was
;; executed.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,unswitch,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(40, 1, 1) == 100040
;; run: f(40, 1, 0) == 40000
;; run: f(40, 0, 1) == 7000
;; run: f(4, 0, 1) == 100004
;; run: f(4, 0, 0) == 4000
(module
  (import "env" "log" (func $log (param i32) (result i32)))
  (func (export "f") (param $n i32) (param $c i32) (param $q i32) (result i32)
    (local $i i32)
    (block $end
      (loop $l
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (drop (call $log (local.get $i)))
        (if (i32.eqz (local.get $c)) (then (br_if $end (i32.eq (local.get $i) (i32.const 7)))))
        (br_if $l (i32.lt_s (local.get $i) (local.get $n))))
      (if (local.get $q) (then (return (i32.add (i32.const 100000) (local.get $i))))))
    (i32.mul (local.get $i) (i32.const 1000))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   ty1 = func (i32, i32, i32) -> (i32)
;;   import f0 "env" "log" : ty0 "log"
;;   export "f" f1
;;   func f1 : ty1 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     br_if v1, b2(v3), b12(v3)
;;   b1(v25: i32):
;;     v15 = i32.const 1000
;;     v16 = i32.mul v25, v15
;;     return v16
;;   b2(v4: i32):
;;     v5 = i32.const 1
;;     v6 = i32.add v4, v5
;;     v7 = call f0 v6
;;     v11 = i32.lt_s v6, v0
;;     br_if v11, b2(v6), b7(v4, v6)
;;   b7(v26: i32, v27: i32):
;;     br_if v2, b9, b1(v27)
;;   b9:
;;     v17 = i32.const 100001
;;     v13 = i32.add v26, v17
;;     return v13
;;   b12(v18: i32):
;;     v19 = i32.const 1
;;     v20 = i32.add v18, v19
;;     v21 = call f0 v20
;;     v22 = i32.const 7
;;     v23 = i32.eq v20, v22
;;     br_if v23, b1(v20), b14
;;   b14:
;;     v24 = i32.lt_s v20, v0
;;     br_if v24, b12(v20), b7(v18, v20)
;;   }
;; }
