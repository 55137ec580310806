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
;;   b1(v2: i32, v3: i32, v4: i32, v5: i32):
;;     v6 = i32.const 4
;;     v7 = i32.const 1002
;;     br_table v4, b2, b3(v3), b4(v3, v2), b5(v2, v5)
;;   b2:
;;     v8 = i32.const 1
;;     v9 = i32.add v3, v8
;;     jump b3(v9)
;;   b3(v10: i32):
;;     v11 = i32.const 10
;;     v12 = i32.const 101
;;     v13 = call f0 v12
;;     v14 = i32.add v10, v11
;;     br_if v13, b5(v14, v5), b4(v10, v14)
;;   b4(v15: i32, v16: i32):
;;     v17 = i32.const 20
;;     v18 = i32.const 2
;;     v19 = call f0 v18
;;     v20 = i32.add v15, v17
;;     br_if v19, b1(v16, v15, v6, v7), b5(v16, v20)
;;   b5(v21: i32, v22: i32):
;;     v23 = i32.const 30
;;     v24 = i32.add v21, v23
;;     v25 = i32.const 17
;;     v26 = i32.mul v22, v25
;;     v27 = i32.add v24, v21
;;     v28 = i32.add v26, v27
;;     return v28
;;   }
;; }
