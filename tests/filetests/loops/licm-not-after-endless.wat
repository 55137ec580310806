;; A division behind an inner loop stays: that one may be infinite.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(0, 2) == trap
;; run: f(5, 2) == 40
(module
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (local $s i32)
    (loop $l
      (loop $m (br_if $m (i32.eq (local.get $p) (i32.const 77))))
      (local.set $s (i32.add (local.get $s) (i32.div_u (i32.const 100) (local.get $p))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v13 = i32.const 77
;;     v4 = i32.eq v0, v13
;;     jump b1(v1, v2)
;;   b1(v9: i32, v5: i32):
;;     jump b2
;;   b2:
;;     br_if v4, b2, b3
;;   b3:
;;     v6 = i32.const 100
;;     v7 = i32.div_u v6, v0
;;     v8 = i32.add v5, v7
;;     v10 = i32.const 1
;;     v11 = i32.sub v9, v10
;;     br_if v11, b1(v11, v8), b4
;;   b4:
;;     return v8
;;   }
;; }
