;; A guarded division, the bound of a range check, is not hoisted ahead of the loop, though traps never happen.
;; test: pass loop-versioning
;; promise: traps-never-happen
;; run: f(20, 0) == 190
;; run: f(20, 5) == 190
(module
  (memory 1 1)
  (func (export "f") (param $n i32) (param $d i32) (result i32)
    (local $s i32) (local $i i32)
    (if (i32.gt_s (local.get $n) (i32.const 999)) (then (return (i32.const 0))))
    (if (i32.le_s (local.get $n) (i32.const 0)) (then (return (i32.const 0))))
    (block $out
      (loop $l
        (if (local.get $d) (then
          (if (i32.ge_u (local.get $i) (i32.div_u (i32.const 100) (local.get $d))) (then (unreachable)))))
        (local.set $s (i32.add (local.get $s) (local.get $i)))
        (i32.store8 offset=64 (local.get $i) (local.get $s))
        (br_if $l (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..1
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v3 = i32.const 999
;;     v4 = i32.gt_s v0, v3
;;     br_if v4, b2, b3
;;   b1:
;;     v6 = i32.const 0
;;     v7 = i32.le_s v0, v6
;;     br_if v7, b5, b6
;;   b2:
;;     v5 = i32.const 0
;;     return v5
;;   b3:
;;     jump b1
;;   b4:
;;     jump b8(v2, v2)
;;   b5:
;;     v8 = i32.const 0
;;     return v8
;;   b6:
;;     jump b4
;;   b7:
;;     return v14
;;   b8(v13: i32, v9: i32):
;;     br_if v1, b10, b11
;;   b9:
;;     v14 = i32.add v13, v9
;;     i32.store8 v9, v14 offset=64
;;     v15 = i32.const 1
;;     v16 = i32.add v9, v15
;;     v17 = i32.lt_s v16, v0
;;     br_if v17, b8(v14, v16), b15
;;   b10:
;;     v10 = i32.const 100
;;     v11 = i32.div_u v10, v1
;;     v12 = i32.ge_u v9, v11
;;     br_if v12, b13, b14
;;   b11:
;;     jump b9
;;   b12:
;;     jump b9
;;   b13:
;;     unreachable
;;   b14:
;;     jump b12
;;   b15:
;;     jump b7
;;   }
;; }
