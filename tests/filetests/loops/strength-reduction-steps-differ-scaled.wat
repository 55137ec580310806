;; Steps that differ by the way, multiplied by an invariant: $i * $w. The steps of the copy are computed before the loop.
;; test: pass unreachable,ssa-cleanup,strength-reduction,ssa-cleanup,dce
;; run: f(7, 9) == 140
(module
  (memory 1)
  (func (export "f") (param $w i32) (param $n i32) (result i32)
    (local $s i32) (local $i i32)
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.add
        (i32.mul (local.get $i) (local.get $w))
        (i32.load offset=512 (i32.mul (local.get $i) (local.get $w))))))
      (if (i32.and (local.get $s) (i32.const 1))
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
;;     v20 = i32.const 2
;;     v21 = i32.mul v0, v20
;;     v24 = i32.mul v2, v0
;;     jump b1(v2, v2, v24)
;;   b1(v4: i32, v3: i32, v18: i32):
;;     v7 = i32.load v18 offset=512
;;     v8 = i32.add v18, v7
;;     v9 = i32.add v3, v8
;;     v10 = i32.const 1
;;     v11 = i32.and v9, v10
;;     br_if v11, b3, b4
;;   b2(v16: i32, v19: i32):
;;     v17 = i32.lt_s v16, v1
;;     br_if v17, b1(v16, v9, v19), b5
;;   b3:
;;     v12 = i32.const 1
;;     v13 = i32.add v4, v12
;;     v23 = i32.add v18, v0
;;     jump b2(v13, v23)
;;   b4:
;;     v14 = i32.const 2
;;     v15 = i32.add v4, v14
;;     v22 = i32.add v18, v21
;;     jump b2(v15, v22)
;;   b5:
;;     return v9
;;   }
;; }
