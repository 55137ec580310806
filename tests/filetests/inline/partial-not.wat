;; Not inlined in part: where something was done before that cannot be done twice, or could give something else: a store,
;; a call, a global whose first value is unknown, a float. And where the part returns.
;; test: pass unreachable,ssa-cleanup,inline
;; run: f(1) == 2
;; run: f(9) == exception
;; run: stores(1) == 2
;; run: stores(9) == 1
;; run: returns(9) == 4
(module
  (tag $e)
  (memory 1)
  (global $h (export "h") (mut i32) (i32.const 0))
  (func $after_store (param $i i32) (result i32)
    (i32.store (i32.const 0) (i32.add (i32.load (i32.const 0)) (i32.const 1)))
    (if (i32.gt_u (local.get $i) (i32.const 5))
      (then
        (i32.store offset=16 (local.get $i) (i32.const 1))
        (i32.store offset=20 (local.get $i) (i32.const 2))
        (i32.store offset=24 (local.get $i) (i32.const 3))
        (i32.store offset=28 (local.get $i) (i32.const 4))
        (i32.store offset=32 (local.get $i) (i32.const 5))
        (i32.store offset=36 (local.get $i) (i32.const 6))
        (i32.store offset=40 (local.get $i) (i32.const 7))
        (throw $e)))
    (i32.add (local.get $i) (i32.const 1)))
  (func $after_global (param $i i32) (result i32)
    (global.set $h (local.get $i))
    (if (i32.gt_u (local.get $i) (i32.const 5))
      (then
        (i32.store offset=16 (local.get $i) (i32.const 1))
        (i32.store offset=20 (local.get $i) (i32.const 2))
        (i32.store offset=24 (local.get $i) (i32.const 3))
        (i32.store offset=28 (local.get $i) (i32.const 4))
        (i32.store offset=32 (local.get $i) (i32.const 5))
        (i32.store offset=36 (local.get $i) (i32.const 6))
        (i32.store offset=40 (local.get $i) (i32.const 7))
        (throw $e)))
    (i32.add (local.get $i) (i32.const 1)))
  (func $after_float (param $i i32) (result i32)
    (if (i64.lt_s (i64.reinterpret_f64 (f64.sqrt (f64.convert_i32_s (local.get $i)))) (i64.const 0))
      (then
        (i32.store offset=16 (local.get $i) (i32.const 1))
        (i32.store offset=20 (local.get $i) (i32.const 2))
        (i32.store offset=24 (local.get $i) (i32.const 3))
        (i32.store offset=28 (local.get $i) (i32.const 4))
        (i32.store offset=32 (local.get $i) (i32.const 5))
        (i32.store offset=36 (local.get $i) (i32.const 6))
        (i32.store offset=40 (local.get $i) (i32.const 7))
        (throw $e)))
    (i32.add (local.get $i) (i32.const 1)))
  (func $returns (param $i i32) (result i32)
    (if (i32.gt_u (local.get $i) (i32.const 5))
      (then
        (i32.store offset=16 (local.get $i) (i32.const 1))
        (i32.store offset=20 (local.get $i) (i32.const 2))
        (i32.store offset=24 (local.get $i) (i32.const 3))
        (i32.store offset=28 (local.get $i) (i32.const 4))
        (i32.store offset=32 (local.get $i) (i32.const 5))
        (i32.store offset=36 (local.get $i) (i32.const 6))
        (i32.store offset=40 (local.get $i) (i32.const 7))
        (return (i32.const 4))))
    (i32.add (local.get $i) (i32.const 1)))
  (func (export "f") (param $i i32) (result i32)
    (local $n i32) (local $last i32)
    (loop $next
      (local.set $last (call $after_store (local.get $i)))
      (drop (call $after_global (local.get $i)))
      (drop (call $after_float (local.get $i)))
      (br_if $next (i32.lt_u (local.tee $n (i32.add (local.get $n) (i32.const 1))) (i32.const 2))))
    (local.get $last))
  (func (export "returns") (param $i i32) (result i32)
    (local $n i32) (local $last i32)
    (loop $next
      (local.set $last (call $returns (local.get $i)))
      (br_if $next (i32.lt_u (local.tee $n (i32.add (local.get $n) (i32.const 1))) (i32.const 2))))
    (local.get $last))
  ;; Other calls, so that none is the only one.
  (func (export "g") (param $i i32) (result i32)
    (drop (call $after_global (local.get $i)))
    (drop (call $after_float (local.get $i)))
    (drop (call $returns (local.get $i)))
    (call $after_store (local.get $i)))
  ;; How often it was stored, also where it throws.
  (func (export "stores") (param $i i32) (result i32)
    (local $n i32)
    (block $caught
      (try_table (catch_all $caught)
        (loop $next
          (drop (call $after_store (local.get $i)))
          (br_if $next (i32.lt_u (local.tee $n (i32.add (local.get $n) (i32.const 1))) (i32.const 2))))))
    (i32.load (i32.const 0))))

;; expect:
;; module {
;;   ty0 = func () -> ()
;;   ty1 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   tag tag0 : ty0 "e"
;;   global g0 : mut i32 "h" = i32.const 0
;;   export "h" g0
;;   export "f" f4
;;   export "returns" f5
;;   export "g" f6
;;   export "stores" f7
;;   func f0 : ty1 "after_store" {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v2 = i32.const 0
;;     v3 = i32.load v2
;;     v4 = i32.const 1
;;     v5 = i32.add v3, v4
;;     i32.store v1, v5
;;     v6 = i32.const 5
;;     v7 = i32.gt_u v0, v6
;;     br_if v7, b2, b3
;;   b1:
;;     v15 = i32.const 1
;;     v16 = i32.add v0, v15
;;     return v16
;;   b2:
;;     v8 = i32.const 1
;;     i32.store v0, v8 offset=16
;;     v9 = i32.const 2
;;     i32.store v0, v9 offset=20
;;     v10 = i32.const 3
;;     i32.store v0, v10 offset=24
;;     v11 = i32.const 4
;;     i32.store v0, v11 offset=28
;;     v12 = i32.const 5
;;     i32.store v0, v12 offset=32
;;     v13 = i32.const 6
;;     i32.store v0, v13 offset=36
;;     v14 = i32.const 7
;;     i32.store v0, v14 offset=40
;;     throw tag0
;;   b3:
;;     jump b1
;;   }
;;   func f1 : ty1 "after_global" {
;;   b0(v0: i32):
;;     global.set g0 v0
;;     v1 = i32.const 5
;;     v2 = i32.gt_u v0, v1
;;     br_if v2, b2, b3
;;   b1:
;;     v10 = i32.const 1
;;     v11 = i32.add v0, v10
;;     return v11
;;   b2:
;;     v3 = i32.const 1
;;     i32.store v0, v3 offset=16
;;     v4 = i32.const 2
;;     i32.store v0, v4 offset=20
;;     v5 = i32.const 3
;;     i32.store v0, v5 offset=24
;;     v6 = i32.const 4
;;     i32.store v0, v6 offset=28
;;     v7 = i32.const 5
;;     i32.store v0, v7 offset=32
;;     v8 = i32.const 6
;;     i32.store v0, v8 offset=36
;;     v9 = i32.const 7
;;     i32.store v0, v9 offset=40
;;     throw tag0
;;   b3:
;;     jump b1
;;   }
;;   func f2 : ty1 "after_float" {
;;   b0(v0: i32):
;;     v1 = f64.convert_i32_s v0
;;     v2 = f64.sqrt v1
;;     v3 = i64.reinterpret_f64 v2
;;     v4 = i64.const 0
;;     v5 = i64.lt_s v3, v4
;;     br_if v5, b2, b3
;;   b1:
;;     v13 = i32.const 1
;;     v14 = i32.add v0, v13
;;     return v14
;;   b2:
;;     v6 = i32.const 1
;;     i32.store v0, v6 offset=16
;;     v7 = i32.const 2
;;     i32.store v0, v7 offset=20
;;     v8 = i32.const 3
;;     i32.store v0, v8 offset=24
;;     v9 = i32.const 4
;;     i32.store v0, v9 offset=28
;;     v10 = i32.const 5
;;     i32.store v0, v10 offset=32
;;     v11 = i32.const 6
;;     i32.store v0, v11 offset=36
;;     v12 = i32.const 7
;;     i32.store v0, v12 offset=40
;;     throw tag0
;;   b3:
;;     jump b1
;;   }
;;   func f3 : ty1 "returns" {
;;   b0(v0: i32):
;;     v1 = i32.const 5
;;     v2 = i32.gt_u v0, v1
;;     br_if v2, b2, b3
;;   b1:
;;     v11 = i32.const 1
;;     v12 = i32.add v0, v11
;;     return v12
;;   b2:
;;     v3 = i32.const 1
;;     i32.store v0, v3 offset=16
;;     v4 = i32.const 2
;;     i32.store v0, v4 offset=20
;;     v5 = i32.const 3
;;     i32.store v0, v5 offset=24
;;     v6 = i32.const 4
;;     i32.store v0, v6 offset=28
;;     v7 = i32.const 5
;;     i32.store v0, v7 offset=32
;;     v8 = i32.const 6
;;     i32.store v0, v8 offset=36
;;     v9 = i32.const 7
;;     i32.store v0, v9 offset=40
;;     v10 = i32.const 4
;;     return v10
;;   b3:
;;     jump b1
;;   }
;;   func f4 : ty1 {
;;     ctx0 = "inline f0"
;;     ctx1 = "inline f1"
;;     ctx2 = "inline f2"
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b1(v1)
;;   b1(v5: i32):
;;     v11 = i32.const 0
;;     v12 = i32.const 0
;;     v13 = i32.load v12
;;     v14 = i32.const 1
;;     v15 = i32.add v13, v14
;;     i32.store v11, v15
;;     v16 = i32.const 5
;;     v17 = i32.gt_u v0, v16
;;     br_if v17, b6, b4
;;   b2:
;;     return v10
;;   b3(v10: i32):
;;     global.set g0 v0
;;     v28 = i32.const 5
;;     v29 = i32.gt_u v0, v28
;;     br_if v29, b10, b8
;;   b4:
;;     jump b5
;;   b5:
;;     v18 = i32.const 1
;;     v19 = i32.add v0, v18
;;     jump b3(v19)
;;   b6:
;;     v20 = i32.const 1
;;     i32.store v0, v20 offset=16
;;     v21 = i32.const 2
;;     i32.store v0, v21 offset=20
;;     v22 = i32.const 3
;;     i32.store v0, v22 offset=24
;;     v23 = i32.const 4
;;     i32.store v0, v23 offset=28
;;     v24 = i32.const 5
;;     i32.store v0, v24 offset=32
;;     v25 = i32.const 6
;;     i32.store v0, v25 offset=36
;;     v26 = i32.const 7
;;     i32.store v0, v26 offset=40
;;     throw tag0
;;   b7(v27: i32):
;;     v40 = f64.convert_i32_s v0
;;     v41 = f64.sqrt v40
;;     v42 = i64.reinterpret_f64 v41
;;     v43 = i64.const 0
;;     v44 = i64.lt_s v42, v43
;;     br_if v44, b14, b12
;;   b8:
;;     jump b9
;;   b9:
;;     v30 = i32.const 1
;;     v31 = i32.add v0, v30
;;     jump b7(v31)
;;   b10:
;;     v32 = i32.const 1
;;     i32.store v0, v32 offset=16
;;     v33 = i32.const 2
;;     i32.store v0, v33 offset=20
;;     v34 = i32.const 3
;;     i32.store v0, v34 offset=24
;;     v35 = i32.const 4
;;     i32.store v0, v35 offset=28
;;     v36 = i32.const 5
;;     i32.store v0, v36 offset=32
;;     v37 = i32.const 6
;;     i32.store v0, v37 offset=36
;;     v38 = i32.const 7
;;     i32.store v0, v38 offset=40
;;     throw tag0
;;   b11(v39: i32):
;;     v6 = i32.const 1
;;     v7 = i32.add v5, v6
;;     v8 = i32.const 2
;;     v9 = i32.lt_u v7, v8
;;     br_if v9, b1(v7), b2
;;   b12:
;;     jump b13
;;   b13:
;;     v45 = i32.const 1
;;     v46 = i32.add v0, v45
;;     jump b11(v46)
;;   b14:
;;     v47 = i32.const 1
;;     i32.store v0, v47 offset=16
;;     v48 = i32.const 2
;;     i32.store v0, v48 offset=20
;;     v49 = i32.const 3
;;     i32.store v0, v49 offset=24
;;     v50 = i32.const 4
;;     i32.store v0, v50 offset=28
;;     v51 = i32.const 5
;;     i32.store v0, v51 offset=32
;;     v52 = i32.const 6
;;     i32.store v0, v52 offset=36
;;     v53 = i32.const 7
;;     i32.store v0, v53 offset=40
;;     throw tag0
;;   }
;;   func f5 : ty1 {
;;     ctx0 = "inline f3"
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b1(v1)
;;   b1(v3: i32):
;;     v9 = i32.const 5
;;     v10 = i32.gt_u v0, v9
;;     br_if v10, b6, b4
;;   b2:
;;     return v8
;;   b3(v8: i32):
;;     v4 = i32.const 1
;;     v5 = i32.add v3, v4
;;     v6 = i32.const 2
;;     v7 = i32.lt_u v5, v6
;;     br_if v7, b1(v5), b2
;;   b4:
;;     jump b5
;;   b5:
;;     v11 = i32.const 1
;;     v12 = i32.add v0, v11
;;     jump b3(v12)
;;   b6:
;;     v13 = i32.const 1
;;     i32.store v0, v13 offset=16
;;     v14 = i32.const 2
;;     i32.store v0, v14 offset=20
;;     v15 = i32.const 3
;;     i32.store v0, v15 offset=24
;;     v16 = i32.const 4
;;     i32.store v0, v16 offset=28
;;     v17 = i32.const 5
;;     i32.store v0, v17 offset=32
;;     v18 = i32.const 6
;;     i32.store v0, v18 offset=36
;;     v19 = i32.const 7
;;     i32.store v0, v19 offset=40
;;     v20 = i32.const 4
;;     jump b3(v20)
;;   }
;;   func f6 : ty1 {
;;   b0(v0: i32):
;;     v1 = call f1 v0
;;     v2 = call f2 v0
;;     v3 = call f3 v0
;;     v4 = call f0 v0
;;     return v4
;;   }
;;   func f7 : ty1 {
;;     ctx0 = "inline f0"
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b3(v1)
;;   b1:
;;     v9 = i32.const 0
;;     v10 = i32.load v9
;;     return v10
;;   b2:
;;     jump b1
;;   b3(v4: i32):
;;     v12 = i32.const 0
;;     v13 = i32.const 0
;;     v14 = i32.load v13
;;     v15 = i32.const 1
;;     v16 = i32.add v14, v15
;;     i32.store v12, v16
;;     v17 = i32.const 5
;;     v18 = i32.gt_u v0, v17
;;     br_if v18, b9, b7
;;   b4(v2: i32):
;;     v5 = i32.const 1
;;     v6 = i32.add v4, v5
;;     v7 = i32.const 2
;;     v8 = i32.lt_u v6, v7
;;     br_if v8, b3(v6), b5
;;   b5:
;;     jump b2
;;   b6(v11: i32):
;;     jump b4(v11)
;;   b7:
;;     jump b8
;;   b8:
;;     v19 = i32.const 1
;;     v20 = i32.add v0, v19
;;     jump b6(v20)
;;   b9:
;;     v21 = i32.const 1
;;     i32.store v0, v21 offset=16
;;     v22 = i32.const 2
;;     i32.store v0, v22 offset=20
;;     v23 = i32.const 3
;;     i32.store v0, v23 offset=24
;;     v24 = i32.const 4
;;     i32.store v0, v24 offset=28
;;     v25 = i32.const 5
;;     i32.store v0, v25 offset=32
;;     v26 = i32.const 6
;;     i32.store v0, v26 offset=36
;;     v27 = i32.const 7
;;     i32.store v0, v27 offset=40
;;     invoke throw tag0 b10, catch_all b1
;;   b10:
;;     unreachable
;;   }
;; }
