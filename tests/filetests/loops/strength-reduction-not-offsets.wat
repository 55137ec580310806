;; The base is unknown, so that sums may wrap: the differences of the addresses are added. A stored address is no offset
;; either.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,strength-reduction,ssa-cleanup,dce
;; run: f(16, 3) == 0
;; run: f(-12, 2) == trap
;; run: g(3) == 3132
(module
  (memory 1)
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (local $s i32) (local $i i32)
    (block $out (loop $l
      (br_if $out (i32.ge_s (local.get $i) (local.get $n)))
      (local.set $s (i32.add (local.get $s) (i32.add
        (i32.load (i32.add (local.get $p) (i32.mul (local.get $i) (i32.const 12))))
        (i32.load (i32.add (i32.add (local.get $p) (i32.const 12)) (i32.mul (local.get $i) (i32.const 12)))))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $l)))
    (local.get $s))
  (func (export "g") (param $n i32) (result i32)
    (local $s i32) (local $i i32) (local $a i32)
    (local.set $n (i32.and (local.get $n) (i32.const 255)))
    (block $out (loop $l
      (br_if $out (i32.ge_s (local.get $i) (local.get $n)))
      (local.set $a (i32.add (i32.const 1032) (i32.mul (local.get $i) (i32.const 12))))
      (i32.store (local.get $a) (local.get $a))
      (local.set $s (i32.add (local.get $s) (i32.add
        (i32.load (local.get $a))
        (i32.load8_u (i32.add (i32.const 1024) (i32.mul (local.get $i) (i32.const 12)))))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $l)))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   ty1 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   export "g" f1
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v20 = i32.ge_s v2, v1
;;     br_if v20, b1(v2), b5
;;   b1(v23: i32):
;;     return v23
;;   b2:
;;     v28 = i32.const 12
;;     v29 = i32.add v27, v28
;;     v32 = i32.const -1
;;     v33 = i32.add v31, v32
;;     v34 = i32.eqz v33
;;     br_if v34, b6, b4(v17, v29, v33)
;;   b3:
;;     v9 = i32.load v27
;;     v30 = i32.const 12
;;     v14 = i32.add v27, v30
;;     v15 = i32.load v14
;;     v16 = i32.add v9, v15
;;     v17 = i32.add v22, v16
;;     jump b2
;;   b4(v22: i32, v27: i32, v31: i32):
;;     jump b3
;;   b5:
;;     v24 = i32.const 12
;;     v25 = i32.mul v2, v24
;;     v26 = i32.add v0, v25
;;     jump b4(v2, v26, v1)
;;   b6:
;;     jump b1(v17)
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v2 = i32.const 255
;;     v3 = i32.and v0, v2
;;     v21 = i32.ge_s v1, v3
;;     br_if v21, b1(v1), b5
;;   b1(v24: i32):
;;     return v24
;;   b2:
;;     v30 = i32.const 12
;;     v31 = i32.add v29, v30
;;     v34 = i32.const -1
;;     v35 = i32.add v33, v34
;;     v36 = i32.eqz v35
;;     br_if v36, b6, b4(v18, v31, v35)
;;   b3:
;;     i32.store v29, v29
;;     v11 = i32.load v29
;;     v32 = i32.const -8
;;     v15 = i32.add v29, v32
;;     v16 = i32.load8_u v15
;;     v17 = i32.add v11, v16
;;     v18 = i32.add v23, v17
;;     jump b2
;;   b4(v23: i32, v29: i32, v33: i32):
;;     jump b3
;;   b5:
;;     v25 = i32.const 1032
;;     v26 = i32.const 12
;;     v27 = i32.mul v1, v26
;;     v28 = i32.add v25, v27
;;     jump b4(v1, v28, v3)
;;   b6:
;;     jump b1(v18)
;;   }
;; }
