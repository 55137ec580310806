;; A cell that the loop may not come to is not loaded ahead of it, though traps never happen; one that it always does, is.
;; test: pass licm,scalar-promotion
;; promise: traps-never-happen
;; run: first(-16, 0) == 0
;; run: first(16, 3) == 3
;; run: always(16, 3) == 3
(module
  (memory 1 1)
  (func (export "first") (param $p i32) (param $n i32) (result i32)
    (local $i i32)
    (if (i32.gt_u (local.get $p) (i32.const 9999)) (then (local.set $n (i32.const 0))))
    (block $out (loop $l
      (br_if $out (i32.ge_u (local.get $i) (i32.and (local.get $n) (i32.const 7))))
      (i32.store (local.get $p) (i32.add (i32.load (local.get $p)) (local.get $i)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $l)))
    (i32.load (i32.and (local.get $p) (i32.const 255))))
  (func (export "always") (param $p i32) (param $n i32) (result i32)
    (local $i i32)
    (if (i32.gt_u (local.get $p) (i32.const 9999)) (then (return (i32.const 0))))
    (loop $l
      (i32.store (local.get $p) (i32.add (i32.load (local.get $p)) (local.get $i)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $l (i32.lt_u (local.get $i) (i32.and (local.get $n) (i32.const 7)))))
    (i32.load (local.get $p))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..1
;;   export "first" f0
;;   export "always" f1
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v3 = i32.const 9999
;;     v4 = i32.gt_u v0, v3
;;     br_if v4, b2, b3
;;   b1(v7: i32):
;;     v18 = i32.const 7
;;     v9 = i32.and v7, v18
;;     jump b5(v2)
;;   b2:
;;     v5 = i32.const 0
;;     jump b1(v5)
;;   b3:
;;     jump b1(v1)
;;   b4:
;;     v15 = i32.const 255
;;     v16 = i32.and v0, v15
;;     v17 = i32.load v16
;;     return v17
;;   b5(v6: i32):
;;     v8 = i32.const 7
;;     v10 = i32.ge_u v6, v9
;;     br_if v10, b4, b6
;;   b6:
;;     v11 = i32.load v0
;;     v12 = i32.add v11, v6
;;     i32.store v0, v12
;;     v13 = i32.const 1
;;     v14 = i32.add v6, v13
;;     jump b5(v14)
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v3 = i32.const 9999
;;     v4 = i32.gt_u v0, v3
;;     br_if v4, b2, b3
;;   b1:
;;     v15 = i32.const 7
;;     v12 = i32.and v1, v15
;;     v16 = i32.load v0
;;     jump b4(v2, v16)
;;   b2:
;;     v5 = i32.const 0
;;     return v5
;;   b3:
;;     jump b1
;;   b4(v7: i32, v17: i32):
;;     v8 = i32.add v17, v7
;;     v9 = i32.const 1
;;     v10 = i32.add v7, v9
;;     v11 = i32.const 7
;;     v13 = i32.lt_u v10, v12
;;     br_if v13, b4(v10, v8), b5
;;   b5:
;;     i32.store v0, v8
;;     v14 = i32.load v0
;;     return v14
;;   }
;; }
