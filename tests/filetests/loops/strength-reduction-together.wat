;; Two header parameters that change together: the next $i is $j plus 1, the next $j is $i plus 3. Products of both become a
;; copy of the component.
;; test: pass unreachable,ssa-cleanup,strength-reduction,ssa-cleanup,dce
;; run: f(0, 9) == 54
(module
  (memory 1)
  (data (i32.const 96) "\07")
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (local $s i32) (local $i i32) (local $j i32) (local $t i32)
    (local.set $j (i32.const 5))
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.add
        (i32.load8_u offset=24 (i32.add (local.get $p) (i32.mul (local.get $i) (i32.const 12))))
        (i32.load8_u offset=36 (i32.add (local.get $p) (i32.mul (local.get $j) (i32.const 12)))))))
      (local.set $t (i32.add (local.get $j) (i32.const 1)))
      (local.set $j (i32.add (local.get $i) (i32.const 3)))
      (local.set $i (local.get $t))
      (local.set $s (i32.add (local.get $s) (local.get $i)))
      (br_if $l (i32.lt_u (local.get $i) (local.get $n))))
    (i32.add (local.get $s) (i32.const 20))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v3 = i32.const 5
;;     v31 = i32.const 60
;;     v32 = i32.add v0, v31
;;     jump b1(v3, v2, v2, v32, v0)
;;   b1(v10: i32, v5: i32, v4: i32, v25: i32, v26: i32):
;;     v9 = i32.load8_u v26 offset=24
;;     v14 = i32.load8_u v25 offset=36
;;     v15 = i32.add v9, v14
;;     v16 = i32.add v4, v15
;;     v17 = i32.const 1
;;     v18 = i32.add v10, v17
;;     v19 = i32.const 3
;;     v20 = i32.add v5, v19
;;     v21 = i32.add v16, v18
;;     v22 = i32.lt_u v18, v1
;;     v27 = i32.const 36
;;     v28 = i32.add v26, v27
;;     v29 = i32.const 12
;;     v30 = i32.add v25, v29
;;     br_if v22, b1(v20, v18, v21, v28, v30), b2
;;   b2:
;;     v23 = i32.const 20
;;     v24 = i32.add v21, v23
;;     return v24
;;   }
;;   data data0 active m0 (i32.const 96) "\07"
;; }
