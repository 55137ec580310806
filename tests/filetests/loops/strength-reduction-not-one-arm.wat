;; What is derived is computed in one arm only: updates on each way would cost more than that arm saves.
;; test: pass unreachable,ssa-cleanup,strength-reduction,ssa-cleanup,dce
;; run: f(0, 5) == 0
(module
  (memory 1)
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (local $s i32) (local $i i32)
    (loop $l
      (if (i32.and (local.get $i) (i32.const 4))
       (then
        (local.set $s (i32.add (local.get $s) (i32.load8_u (i32.add (local.get $p) (i32.mul (local.get $i) (i32.const 12))))))
        (local.set $i (i32.add (local.get $i) (i32.const 1))))
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
;;     jump b1(v2, v2)
;;   b1(v6: i32, v3: i32):
;;     v4 = i32.const 4
;;     v5 = i32.and v3, v4
;;     br_if v5, b3, b4
;;   b2(v16: i32, v18: i32):
;;     v17 = i32.lt_s v16, v1
;;     br_if v17, b1(v18, v16), b5
;;   b3:
;;     v7 = i32.const 12
;;     v8 = i32.mul v3, v7
;;     v9 = i32.add v0, v8
;;     v10 = i32.load8_u v9
;;     v11 = i32.add v6, v10
;;     v12 = i32.const 1
;;     v13 = i32.add v3, v12
;;     jump b2(v13, v11)
;;   b4:
;;     v14 = i32.const 2
;;     v15 = i32.add v3, v14
;;     jump b2(v15, v6)
;;   b5:
;;     return v18
;;   }
;; }
