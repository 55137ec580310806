;; Branches on null and on casts are decided by the type of a new object.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(3) == 8
;; run: g(3) == 3
;; run: h(3) == 5
(module
  (type $base (sub (struct (field (mut i32)))))
  (type $left (sub $base (struct (field (mut i32)) (field (mut i32)))))
  (type $right (sub $base (struct (field (mut i32)) (field (mut i64)))))
  (func (export "f") (param $x i32) (result i32)
    (local $p (ref null any))
    (local.set $p (struct.new $left (local.get $x) (i32.const 5)))
    (block $else (result (ref any))
      (br_on_cast_fail $else (ref any) (ref $left) (ref.as_non_null (local.get $p)))
      (i32.add (struct.get $left 1) (local.get $x))
      (return))
    (drop)
    (i32.const -1))
  (func (export "g") (param $x i32) (result i32)
    (local $p (ref null $left))
    (local.set $p (struct.new $left (local.get $x) (i32.const 5)))
    (block $null
      (return (struct.get $left 0 (br_on_null $null (local.get $p)))))
    (i32.const -1))
  (func (export "h") (param $x i32) (result i32)
    (local $p (ref null any))
    (local.set $p (struct.new $left (local.get $x) (i32.const 5)))
    (block $right (result (ref $right))
      (br_on_cast $right (ref null any) (ref $right) (local.get $p))
      (return (struct.get $left 1 (ref.cast (ref $left)))))
    (drop)
    (i32.const -1)))

;; expect:
;; module {
;;   ty0 "base" = sub struct (mut i32)
;;   ty1 "left" = sub ty0 struct (mut i32, mut i32)
;;   ty2 "right" = sub ty0 struct (mut i32, mut i64)
;;   ty3 = func (i32) -> (i32)
;;   export "f" f0
;;   export "g" f1
;;   export "h" f2
;;   func f0 : ty3 {
;;   b0(v0: i32):
;;     v14 = i32.const 5
;;     jump b2
;;   b2:
;;     v10 = i32.add v14, v0
;;     return v10
;;   }
;;   func f1 : ty3 {
;;   b0(v0: i32):
;;     jump b2
;;   b2:
;;     return v0
;;   }
;;   func f2 : ty3 {
;;   b0(v0: i32):
;;     v13 = i32.const 5
;;     jump b2
;;   b2:
;;     return v13
;;   }
;; }
