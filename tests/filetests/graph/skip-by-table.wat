;; A jump table into a chain of blocks that skip one another: a value of one path is never that of another.
;; test: pass unreachable,graph
(module
  (import "" "c" (func $c (param i32) (result i32)))
  (func (export "f") (param $pc i32) (result i32) (local $x i32) (local $y i32) (local $z i32)
    (loop $l
      (block $b3 (block $b2 (block $b1 (block $b0
        (br_table $b0 $b1 $b2 $b3 (local.get $pc)))
        (local.set $x (i32.add (local.get $x) (i32.const 1))))
        (local.set $y (i32.add (local.get $x) (i32.const 10)))
        (if (call $c (i32.const 101)) (then (br $b3))))
        (local.set $z (i32.add (local.get $x) (i32.const 20)))
        (if (call $c (i32.const 2)) (then
          (local.set $pc (i32.const 4)) (local.set $z (i32.const 1002)) (br $l))))
      (local.set $x (i32.add (local.get $y) (i32.const 30))))
    (i32.add (i32.mul (local.get $z) (i32.const 17)) (i32.add (local.get $x) (local.get $y)))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   import f0 "" "c" : ty0 "c"
;;   export "f" f1
;;   func f1 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b1(v1, v1, v0, v1)
;;   b1(v19: i32, v3: i32, v2: i32, v24: i32):
;;     br_table v2, b5, b4(v3), b3(v3, v19), b2(v19, v24)
;;   b2(v18: i32, v23: i32):
;;     v21 = i32.const 30
;;     v22 = i32.add v18, v21
;;     v25 = i32.const 17
;;     v26 = i32.mul v23, v25
;;     v27 = i32.add v22, v18
;;     v28 = i32.add v26, v27
;;     return v28
;;   b3(v11: i32, v20: i32):
;;     v12 = i32.const 20
;;     v13 = i32.add v11, v12
;;     v14 = i32.const 2
;;     v15 = call f0 v14
;;     br_if v15, b10, b11
;;   b4(v6: i32):
;;     v7 = i32.const 10
;;     v8 = i32.add v6, v7
;;     v9 = i32.const 101
;;     v10 = call f0 v9
;;     br_if v10, b7, b8
;;   b5:
;;     v4 = i32.const 1
;;     v5 = i32.add v3, v4
;;     jump b4(v5)
;;   b6:
;;     jump b3(v6, v8)
;;   b7:
;;     jump b2(v8, v24)
;;   b8:
;;     jump b6
;;   b9:
;;     jump b2(v20, v13)
;;   b10:
;;     v16 = i32.const 4
;;     v17 = i32.const 1002
;;     jump b1(v20, v11, v16, v17)
;;   b11:
;;     jump b9
;;   }
;; }
