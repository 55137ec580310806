;; Tests and casts of a new object are decided by its type.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(3) == 13
(module
  (type $base (sub (struct (field (mut i32)))))
  (type $left (sub $base (struct (field (mut i32)) (field (mut i32)))))
  (type $right (sub $base (struct (field (mut i32)) (field (mut i64)))))
  (func (export "f") (param $x i32) (result i32)
    (local $p (ref null any))
    (local.set $p (struct.new $left (local.get $x) (i32.const 2)))
    (i32.or
      (i32.or (ref.test (ref $left) (local.get $p)) (i32.shl (ref.test (ref $right) (local.get $p)) (i32.const 1)))
      (i32.or (i32.shl (ref.test (ref struct) (local.get $p)) (i32.const 2))
        (i32.shl (i32.eq (struct.get $base 0 (ref.cast (ref $base) (local.get $p))) (local.get $x)) (i32.const 3))))))

;; expect:
;; module {
;;   ty0 "base" = sub struct (mut i32)
;;   ty1 "left" = sub ty0 struct (mut i32, mut i32)
;;   ty2 "right" = sub ty0 struct (mut i32, mut i64)
;;   ty3 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty3 {
;;   b0(v0: i32):
;;     v19 = i32.const 1
;;     v20 = i32.const 0
;;     v6 = i32.const 1
;;     v7 = i32.shl v20, v6
;;     v8 = i32.or v19, v7
;;     v21 = i32.const 1
;;     v10 = i32.const 2
;;     v11 = i32.shl v21, v10
;;     v14 = i32.eq v0, v0
;;     v15 = i32.const 3
;;     v16 = i32.shl v14, v15
;;     v17 = i32.or v11, v16
;;     v18 = i32.or v8, v17
;;     return v18
;;   }
;; }
