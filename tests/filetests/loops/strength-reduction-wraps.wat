;; The reduction is right if the counter wraps: 12i is the same modulo 2^32.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,strength-reduction,ssa-cleanup,dce
;; run: f(6, -3, 2) == -30
;; run: f(0, 2147483646, -2147483646) == -24
(module
  (func (export "f") (param $a i32) (param $i i32) (param $n i32) (result i32)
    (local $s i32)
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.add (local.get $a) (i32.mul (local.get $i) (i32.const 12)))))
      (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     v13 = i32.const 12
;;     v14 = i32.mul v1, v13
;;     v15 = i32.add v0, v14
;;     v19 = i32.sub v2, v1
;;     jump b1(v3, v15, v19)
;;   b1(v4: i32, v16: i32, v20: i32):
;;     v9 = i32.add v4, v16
;;     v17 = i32.const 12
;;     v18 = i32.add v16, v17
;;     v21 = i32.const -1
;;     v22 = i32.add v20, v21
;;     br_if v22, b1(v9, v18, v22), b2
;;   b2:
;;     return v9
;;   }
;; }
