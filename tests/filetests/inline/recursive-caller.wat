;; Calls in a recursive function count as calls in a loop: larger bodies are inlined.
;; test: pass inline
;; run: f(3) == 6
(module
  (memory 1)
  (func $leaf (param $x i32) (result i32)
    (i32.store offset=0 (i32.const 0) (i32.xor (i32.mul (local.get $x) (i32.const 1000003)) (i32.shr_u (local.get $x) (i32.const 1))))
    (i32.store offset=4 (i32.const 0) (i32.xor (i32.mul (local.get $x) (i32.const 1000004)) (i32.shr_u (local.get $x) (i32.const 2))))
    (i32.store offset=8 (i32.const 0) (i32.xor (i32.mul (local.get $x) (i32.const 1000005)) (i32.shr_u (local.get $x) (i32.const 3))))
    (i32.xor (i32.mul (local.get $x) (i32.const 1000003)) (i32.shr_u (local.get $x) (i32.const 7))))
  (func $f (export "f") (param $n i32) (result i32)
    (if (i32.eqz (local.get $n)) (then (return (i32.const 0))))
    (drop (call $leaf (local.get $n)))
    (i32.add (call $f (i32.sub (local.get $n) (i32.const 1))) (local.get $n)))
  (func (export "g") (param $n i32) (result i32)
    (call $leaf (local.get $n))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f1
;;   export "g" f2
;;   func f0 : ty0 "leaf" {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v2 = i32.const 1000003
;;     v3 = i32.mul v0, v2
;;     v4 = i32.const 1
;;     v5 = i32.shr_u v0, v4
;;     v6 = i32.xor v3, v5
;;     i32.store v1, v6
;;     v7 = i32.const 0
;;     v8 = i32.const 1000004
;;     v9 = i32.mul v0, v8
;;     v10 = i32.const 2
;;     v11 = i32.shr_u v0, v10
;;     v12 = i32.xor v9, v11
;;     i32.store v7, v12 offset=4
;;     v13 = i32.const 0
;;     v14 = i32.const 1000005
;;     v15 = i32.mul v0, v14
;;     v16 = i32.const 3
;;     v17 = i32.shr_u v0, v16
;;     v18 = i32.xor v15, v17
;;     i32.store v13, v18 offset=8
;;     v19 = i32.const 1000003
;;     v20 = i32.mul v0, v19
;;     v21 = i32.const 7
;;     v22 = i32.shr_u v0, v21
;;     v23 = i32.xor v20, v22
;;     return v23
;;   }
;;   func f1 : ty0 "f" {
;;     ctx0 = "inline f0"
;;   b0(v0: i32):
;;     v1 = i32.eqz v0
;;     br_if v1, b2, b3
;;   b1:
;;     v8 = i32.const 0
;;     v9 = i32.const 1000003
;;     v10 = i32.mul v0, v9
;;     v11 = i32.const 1
;;     v12 = i32.shr_u v0, v11
;;     v13 = i32.xor v10, v12
;;     i32.store v8, v13
;;     v14 = i32.const 0
;;     v15 = i32.const 1000004
;;     v16 = i32.mul v0, v15
;;     v17 = i32.const 2
;;     v18 = i32.shr_u v0, v17
;;     v19 = i32.xor v16, v18
;;     i32.store v14, v19 offset=4
;;     v20 = i32.const 0
;;     v21 = i32.const 1000005
;;     v22 = i32.mul v0, v21
;;     v23 = i32.const 3
;;     v24 = i32.shr_u v0, v23
;;     v25 = i32.xor v22, v24
;;     i32.store v20, v25 offset=8
;;     v26 = i32.const 1000003
;;     v27 = i32.mul v0, v26
;;     v28 = i32.const 7
;;     v29 = i32.shr_u v0, v28
;;     v30 = i32.xor v27, v29
;;     v4 = i32.const 1
;;     v5 = i32.sub v0, v4
;;     v6 = call f1 v5
;;     v7 = i32.add v6, v0
;;     return v7
;;   b2:
;;     v2 = i32.const 0
;;     return v2
;;   b3:
;;     jump b1
;;   }
;;   func f2 : ty0 {
;;   b0(v0: i32):
;;     v1 = call f0 v0
;;     return v1
;;   }
;; }
