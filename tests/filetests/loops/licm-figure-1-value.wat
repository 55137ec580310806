;; d = 0; while (i <= n) { d = a op b; = d }; = d: the computation is hoisted, and after the loop d is the reaching
;; definition.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(2, 3, 1) == 18
;; run: f(2, 3, -1) == 0
(module
  (func (export "f") (param $a i32) (param $b i32) (param $n i32) (result i32)
    (local $i i32) (local $s i32) (local $d i32)
    (local.set $d (i32.const 0))
    (block $out (loop $l
      (br_if $out (i32.gt_s (local.get $i) (local.get $n)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (local.set $d (i32.mul (local.get $a) (local.get $b)))
      (local.set $s (i32.add (local.get $s) (local.get $d)))
      (br $l)))
    (i32.add (local.get $s) (local.get $d))))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     v4 = i32.const 0
;;     v14 = i32.gt_s v3, v2
;;     br_if v14, b1(v3, v4), b5
;;   b1(v17: i32, v18: i32):
;;     v13 = i32.add v17, v18
;;     return v13
;;   b4(v15: i32, v16: i32):
;;     v7 = i32.const 1
;;     v8 = i32.add v15, v7
;;     v11 = i32.add v16, v9
;;     v6 = i32.gt_s v8, v2
;;     br_if v6, b1(v11, v9), b4(v8, v11)
;;   b5:
;;     v9 = i32.mul v0, v1
;;     jump b4(v3, v3)
;;   }
;; }
