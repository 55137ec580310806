;; Partial unrolling: a value of the loop that is used behind the exit block comes from the remainder loop.
;; test: pass unreachable,ssa-cleanup,partial-unroll,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(10, 1) == 100101
;; run: f(10, 0) == 101010
;; run: f(3, 0) == 31003
;; run: f(0, 1) == 100001
(module
  (func (export "f") (param $n i32) (param $q i32) (result i32)
    (local $s i32) (local $i i32)
    (block $out
      (loop $l
        (local.set $s (i32.add (local.get $s) (i32.const 1)))
        (br_if $out (i32.eq (local.get $i) (local.get $n)))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (local.set $s (i32.add (local.get $s) (i32.const 9)))
        (br $l)))
    (if (local.get $q) (then (return (i32.add (i32.const 100000) (local.get $s)))))
    (i32.add (local.get $i) (i32.mul (local.get $s) (i32.const 1000)))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v53 = i32.const 4
;;     v54 = i32.ge_u v0, v53
;;     br_if v54, b17, b2(v2, v2)
;;   b1:
;;     br_if v1, b5, b4
;;   b2(v6: i32, v3: i32):
;;     v4 = i32.const 1
;;     v5 = i32.add v3, v4
;;     v7 = i32.eq v6, v0
;;     br_if v7, b1, b3
;;   b3:
;;     v9 = i32.add v6, v4
;;     v74 = i32.const 10
;;     v11 = i32.add v3, v74
;;     jump b2(v9, v11)
;;   b4:
;;     v14 = i32.const 1000
;;     v15 = i32.mul v5, v14
;;     v16 = i32.add v6, v15
;;     return v16
;;   b5:
;;     v75 = i32.const 100001
;;     v13 = i32.add v3, v75
;;     return v13
;;   b7(v17: i32, v18: i32):
;;     v50 = i32.add v17, v53
;;     v73 = i32.const 40
;;     v52 = i32.add v18, v73
;;     v60 = i32.ne v50, v58
;;     br_if v60, b7(v50, v52), b2(v50, v52)
;;   b17:
;;     v63 = i32.const -4
;;     v58 = i32.and v0, v63
;;     jump b7(v2, v2)
;;   }
;; }
