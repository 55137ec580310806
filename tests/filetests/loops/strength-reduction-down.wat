;; A counter that goes down: the derived induction variable goes down, too.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,strength-reduction,ssa-cleanup,dce
;; run: f(4096, 3) == 0
(module
  (memory 1)
  (func (export "f") (param $a i32) (param $n i32) (result i32)
    (local $s i32)
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.load (i32.add (local.get $a) (i32.mul (local.get $n) (i32.const 12))))))
      (br_if $l (i32.gt_s (local.tee $n (i32.sub (local.get $n) (i32.const 1))) (i32.const 0))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v14 = i32.const 12
;;     v15 = i32.mul v1, v14
;;     v16 = i32.add v0, v15
;;     jump b1(v1, v2, v16)
;;   b1(v4: i32, v3: i32, v17: i32):
;;     v8 = i32.load v17
;;     v9 = i32.add v3, v8
;;     v10 = i32.const 1
;;     v11 = i32.sub v4, v10
;;     v12 = i32.const 0
;;     v13 = i32.gt_s v11, v12
;;     v18 = i32.const -12
;;     v19 = i32.add v17, v18
;;     br_if v13, b1(v11, v9, v19), b2
;;   b2:
;;     return v9
;;   }
;; }
