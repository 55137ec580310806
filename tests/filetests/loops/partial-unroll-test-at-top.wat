;; Partial unrolling: a loop with its test in the middle executes the code before the test once more than the code
;; behind it.
;; test: pass unreachable,ssa-cleanup,partial-unroll,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(0) == 1
;; run: f(3) == 31
;; run: f(10) == 101
(module
  (func (export "f") (param $n i32) (result i32)
    (local $s i32) (local $i i32)
    (block $out
      (loop $l
        (local.set $s (i32.add (local.get $s) (i32.const 1)))
        (br_if $out (i32.eq (local.get $i) (local.get $n)))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (local.set $s (i32.add (local.get $s) (i32.const 9)))
        (br $l)))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v47 = i32.const 4
;;     v48 = i32.ge_u v0, v47
;;     br_if v48, b14, b2(v1, v1)
;;   b1:
;;     return v4
;;   b2(v5: i32, v2: i32):
;;     v3 = i32.const 1
;;     v4 = i32.add v2, v3
;;     v6 = i32.eq v5, v0
;;     br_if v6, b1, b3
;;   b3:
;;     v8 = i32.add v5, v3
;;     v68 = i32.const 10
;;     v10 = i32.add v2, v68
;;     jump b2(v8, v10)
;;   b4(v11: i32, v12: i32):
;;     v44 = i32.add v11, v47
;;     v67 = i32.const 40
;;     v46 = i32.add v12, v67
;;     v54 = i32.ne v44, v52
;;     br_if v54, b4(v44, v46), b2(v44, v46)
;;   b14:
;;     v57 = i32.const -4
;;     v52 = i32.and v0, v57
;;     jump b4(v1, v1)
;;   }
;; }
