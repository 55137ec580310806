;; A guarded division is not hoisted out of the copy of a loop whose variables are values, though traps never happen.
;; test: pass alias-versioning
;; promise: traps-never-happen
;; run: f(16, 1024, 0) == 0
;; run: f(16, 1024, 50) == 64
(module
  (memory 1 1)
  (func (export "f") (param $p i32) (param $a i32) (param $d i32) (result i32)
    (local $s i32)
    (if (i32.or (i32.gt_u (local.get $p) (i32.const 9999)) (i32.gt_u (local.get $a) (i32.const 9999)))
      (then (return (i32.const 0))))
    (i32.store (local.get $p) (i32.const 0))
    (loop $l
      (i32.store8 (i32.add (local.get $a) (i32.load (local.get $p))) (local.get $s))
      (if (local.get $d) (then
        (local.set $s (i32.add (local.get $s) (i32.div_u (i32.const 100) (local.get $d))))))
      (i32.store (local.get $p) (i32.add (i32.load (local.get $p)) (i32.const 1)))
      (br_if $l (i32.lt_u (i32.load (local.get $p)) (i32.const 32))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..1
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     v4 = i32.const 9999
;;     v5 = i32.gt_u v0, v4
;;     v6 = i32.const 9999
;;     v7 = i32.gt_u v1, v6
;;     v8 = i32.or v5, v7
;;     br_if v8, b2, b3
;;   b1:
;;     v10 = i32.const 0
;;     i32.store v0, v10
;;     v38 = i32.const 0
;;     v40 = i64.extend_i32_u v0
;;     v41 = memory.size m0
;;     v42 = i64.extend_i32_u v41
;;     v43 = i64.const 16
;;     v44 = i64.shl v42, v43
;;     v45 = i64.const 4
;;     v46 = i64.add v40, v45
;;     v47 = i64.le_u v46, v44
;;     br_if v47, b10, b9 !weights 1000 1
;;   b2:
;;     v9 = i32.const 0
;;     return v9
;;   b3:
;;     jump b1
;;   b4(v13: i32):
;;     v11 = i32.load v0
;;     v12 = i32.add v1, v11
;;     i32.store8 v12, v13
;;     br_if v2, b6, b7
;;   b5(v23: i32):
;;     v17 = i32.load v0
;;     v18 = i32.const 1
;;     v19 = i32.add v17, v18
;;     i32.store v0, v19
;;     v20 = i32.load v0
;;     v21 = i32.const 32
;;     v22 = i32.lt_u v20, v21
;;     br_if v22, b4(v23), b8(v23)
;;   b6:
;;     v14 = i32.const 100
;;     v15 = i32.div_u v14, v2
;;     v16 = i32.add v13, v15
;;     jump b5(v16)
;;   b7:
;;     jump b5(v13)
;;   b8(v39: i32):
;;     return v39
;;   b9:
;;     jump b4(v3)
;;   b10:
;;     v28 = i32.const 100
;;     v32 = i32.const 1
;;     v35 = i32.const 32
;;     v48 = i32.const 31
;;     v49 = i64.extend_i32_u v48
;;     v50 = i64.extend_i32_u v1
;;     v51 = i64.const 1
;;     v52 = i64.mul v49, v51
;;     v53 = i64.add v50, v52
;;     v54 = i64.const 1
;;     v55 = i64.add v53, v54
;;     v56 = i64.le_u v55, v44
;;     v57 = i64.const 4
;;     v58 = i64.add v40, v57
;;     v59 = i64.le_u v55, v40
;;     v60 = i64.le_u v58, v50
;;     v61 = i32.or v59, v60
;;     v62 = i32.and v56, v61
;;     br_if v62, b11(v3, v10), b9 !weights 1000 1
;;   b11(v24: i32, v37: i32):
;;     v27 = i32.add v1, v37
;;     i32.store8 v27, v24
;;     br_if v2, b13, b12
;;   b12:
;;     jump b14(v24)
;;   b13:
;;     v29 = i32.div_u v28, v2
;;     v30 = i32.add v24, v29
;;     jump b14(v30)
;;   b14(v25: i32):
;;     v33 = i32.add v37, v32
;;     v36 = i32.lt_u v33, v35
;;     br_if v36, b11(v25, v33), b15
;;   b15:
;;     i32.store v0, v33
;;     jump b8(v25)
;;   }
;; }
