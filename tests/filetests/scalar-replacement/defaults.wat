;; Fields that were not given are zero or null.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f() == 1
(module
  (type $pair (struct (field (mut i32)) (field (mut i32))))
  (type $all (struct (field i32) (field i64) (field f32) (field f64) (field i8) (field (ref null $pair))))
  (func (export "f") (result i32)
    (local $p (ref null $all))
    (local.set $p (struct.new_default $all))
    (i32.and
      (i32.and (i32.eqz (struct.get $all 0 (local.get $p))) (i64.eqz (struct.get $all 1 (local.get $p))))
      (i32.and
        (i32.and (f32.eq (struct.get $all 2 (local.get $p)) (f32.const 0))
          (f64.eq (struct.get $all 3 (local.get $p)) (f64.const 0)))
        (i32.and (i32.eqz (struct.get_s $all 4 (local.get $p))) (ref.is_null (struct.get $all 5 (local.get $p))))))))

;; expect:
;; module {
;;   ty0 "pair" = struct (mut i32, mut i32)
;;   ty1 "all" = struct (i32, i64, f32, f64, i8, (ref null ty0))
;;   ty2 = func () -> (i32)
;;   export "f" f0
;;   func f0 : ty2 {
;;   b0:
;;     v21 = i32.const 0
;;     v22 = i64.const 0
;;     v23 = f32.const 0.0
;;     v24 = f64.const 0.0
;;     v25 = ref.null ty0
;;     v3 = i32.eqz v21
;;     v5 = i64.eqz v22
;;     v6 = i32.and v3, v5
;;     v8 = f32.const 0.0
;;     v9 = f32.eq v23, v8
;;     v11 = f64.const 0.0
;;     v12 = f64.eq v24, v11
;;     v13 = i32.and v9, v12
;;     v26 = i32.const 24
;;     v27 = i32.shl v21, v26
;;     v28 = i32.shr_s v27, v26
;;     v15 = i32.eqz v28
;;     v17 = ref.is_null v25
;;     v18 = i32.and v15, v17
;;     v19 = i32.and v13, v18
;;     v20 = i32.and v6, v19
;;     return v20
;;   }
;; }
