;; Partial unrolling: distances become offsets without a test in a shared memory that cannot grow to where sums
;; wrap.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,partial-unroll,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(64, 8) == 0
;; run: f(0xfffffff8, 4) == trap
(module
  (memory (export "m") 1 4096 shared)
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (local $s i32) (local $i i32)
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.load (i32.add (local.get $p) (i32.shl (local.get $i) (i32.const 2))))))
      (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : shared i32 1..4096
;;   export "m" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v53 = i32.const 5
;;     v54 = i32.ge_u v1, v53
;;     br_if v54, b9, b1(v2, v2)
;;   b1(v4: i32, v3: i32):
;;     v5 = i32.const 2
;;     v6 = i32.shl v4, v5
;;     v7 = i32.add v0, v6
;;     v8 = i32.load v7
;;     v9 = i32.add v3, v8
;;     v10 = i32.const 1
;;     v11 = i32.add v4, v10
;;     v12 = i32.ne v11, v1
;;     br_if v12, b1(v11, v9), b2
;;   b2:
;;     return v9
;;   b3(v13: i32, v14: i32):
;;     v16 = i32.shl v13, v57
;;     v17 = i32.add v0, v16
;;     v18 = i32.load v17
;;     v19 = i32.add v14, v18
;;     v28 = i32.load v17 offset=4
;;     v29 = i32.add v19, v28
;;     v38 = i32.load v17 offset=8
;;     v39 = i32.add v29, v38
;;     v48 = i32.load v17 offset=12
;;     v49 = i32.add v39, v48
;;     v68 = i32.const 4
;;     v51 = i32.add v13, v68
;;     v62 = i32.ne v51, v60
;;     br_if v62, b3(v51, v49), b1(v51, v49)
;;   b9:
;;     v55 = i32.const -1
;;     v56 = i32.add v1, v55
;;     v57 = i32.const 2
;;     v65 = i32.const -4
;;     v60 = i32.and v56, v65
;;     jump b3(v2, v2)
;;   }
;; }
