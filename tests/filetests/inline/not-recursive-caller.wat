;; A body that is small enough for a call in a loop is too large for other callers.
;; test: pass inline
;; run: f(0) == 0
(module
  (memory 1)
  (func $leaf (param $x i32) (result i32)
    (i32.store offset=0 (i32.const 0) (i32.xor (i32.mul (local.get $x) (i32.const 1000003)) (i32.shr_u (local.get $x) (i32.const 1))))
    (i32.store offset=4 (i32.const 0) (i32.xor (i32.mul (local.get $x) (i32.const 1000004)) (i32.shr_u (local.get $x) (i32.const 2))))
    (i32.store offset=8 (i32.const 0) (i32.xor (i32.mul (local.get $x) (i32.const 1000005)) (i32.shr_u (local.get $x) (i32.const 3))))
    (i32.store offset=12 (i32.const 0) (i32.xor (i32.mul (local.get $x) (i32.const 1000006)) (i32.shr_u (local.get $x) (i32.const 4))))
    (i32.store offset=16 (i32.const 0) (i32.xor (i32.mul (local.get $x) (i32.const 1000007)) (i32.shr_u (local.get $x) (i32.const 5))))
    (i32.store offset=20 (i32.const 0) (i32.xor (i32.mul (local.get $x) (i32.const 1000008)) (i32.shr_u (local.get $x) (i32.const 6))))
    (i32.store offset=24 (i32.const 0) (i32.xor (i32.mul (local.get $x) (i32.const 1000009)) (i32.shr_u (local.get $x) (i32.const 7))))
    (i32.xor (i32.mul (local.get $x) (i32.const 1000003)) (i32.shr_u (local.get $x) (i32.const 7))))
  (func (export "f") (param $n i32) (result i32)
    (if (i32.eqz (local.get $n)) (then (return (i32.const 0))))
    (drop (call $leaf (local.get $n)))
    (local.get $n))
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
;;     v19 = i32.const 0
;;     v20 = i32.const 1000006
;;     v21 = i32.mul v0, v20
;;     v22 = i32.const 4
;;     v23 = i32.shr_u v0, v22
;;     v24 = i32.xor v21, v23
;;     i32.store v19, v24 offset=12
;;     v25 = i32.const 0
;;     v26 = i32.const 1000007
;;     v27 = i32.mul v0, v26
;;     v28 = i32.const 5
;;     v29 = i32.shr_u v0, v28
;;     v30 = i32.xor v27, v29
;;     i32.store v25, v30 offset=16
;;     v31 = i32.const 0
;;     v32 = i32.const 1000008
;;     v33 = i32.mul v0, v32
;;     v34 = i32.const 6
;;     v35 = i32.shr_u v0, v34
;;     v36 = i32.xor v33, v35
;;     i32.store v31, v36 offset=20
;;     v37 = i32.const 0
;;     v38 = i32.const 1000009
;;     v39 = i32.mul v0, v38
;;     v40 = i32.const 7
;;     v41 = i32.shr_u v0, v40
;;     v42 = i32.xor v39, v41
;;     i32.store v37, v42 offset=24
;;     v43 = i32.const 1000003
;;     v44 = i32.mul v0, v43
;;     v45 = i32.const 7
;;     v46 = i32.shr_u v0, v45
;;     v47 = i32.xor v44, v46
;;     return v47
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.eqz v0
;;     br_if v1, b2, b3
;;   b1:
;;     v3 = call f0 v0
;;     return v0
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
