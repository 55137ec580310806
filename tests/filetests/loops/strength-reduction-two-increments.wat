;; The index is incremented by 1 or by 2: the address by 12 or by 24, on the same ways.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,strength-reduction,ssa-cleanup,dce
;; run: f(4096, 10) == 0
(module
  (memory 1)
  (func (export "f") (param $a i32) (param $n i32) (result i32)
    (local $i i32) (local $s i32) (local $x i32)
    (loop $l
      (local.set $s (i32.add (local.get $s) (local.tee $x (i32.load (i32.add (local.get $a) (i32.mul (local.get $i) (i32.const 12)))))))
      (if (local.get $x)
        (then (local.set $i (i32.add (local.get $i) (i32.const 1))))
        (else (local.set $i (i32.add (local.get $i) (i32.const 2)))))
      (br_if $l (i32.lt_s (local.get $i) (local.get $n))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     jump b1(v2, v2, v0)
;;   b1(v4: i32, v3: i32, v16: i32):
;;     v8 = i32.load v16
;;     v9 = i32.add v3, v8
;;     br_if v8, b3, b4
;;   b2(v14: i32, v17: i32):
;;     v15 = i32.lt_s v14, v1
;;     br_if v15, b1(v14, v9, v17), b5
;;   b3:
;;     v10 = i32.const 1
;;     v11 = i32.add v4, v10
;;     v20 = i32.const 12
;;     v21 = i32.add v16, v20
;;     jump b2(v11, v21)
;;   b4:
;;     v12 = i32.const 2
;;     v13 = i32.add v4, v12
;;     v18 = i32.const 24
;;     v19 = i32.add v16, v18
;;     jump b2(v13, v19)
;;   b5:
;;     return v9
;;   }
;; }
