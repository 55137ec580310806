;; References to two allocations differ, one to an object equals itself.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(1) == 9
(module
  (type $pair (struct (field (mut i32)) (field (mut i32))))
  (func (export "f") (param $x i32) (result i32)
    (local $p (ref null $pair)) (local $q (ref null $pair))
    (local.set $p (struct.new $pair (local.get $x) (local.get $x)))
    (local.set $q (struct.new $pair (local.get $x) (local.get $x)))
    (i32.or (i32.or (ref.eq (local.get $p) (local.get $p))
      (i32.shl (ref.eq (local.get $p) (local.get $q)) (i32.const 1)))
      (i32.or (i32.shl (ref.is_null (local.get $q)) (i32.const 2))
        (i32.shl (ref.eq (ref.as_non_null (local.get $q)) (local.get $q)) (i32.const 3))))))

;; expect:
;; module {
;;   ty0 "pair" = struct (mut i32, mut i32)
;;   ty1 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty1 {
;;   b0(v0: i32):
;;     v18 = i32.const 1
;;     v19 = i32.const 0
;;     v6 = i32.const 1
;;     v7 = i32.shl v19, v6
;;     v8 = i32.or v18, v7
;;     v20 = i32.const 0
;;     v10 = i32.const 2
;;     v11 = i32.shl v20, v10
;;     v21 = i32.const 1
;;     v14 = i32.const 3
;;     v15 = i32.shl v21, v14
;;     v16 = i32.or v11, v15
;;     v17 = i32.or v8, v16
;;     return v17
;;   }
;; }
