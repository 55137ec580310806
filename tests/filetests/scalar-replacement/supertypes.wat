;; A field that is accessed through a supertype is that of the object.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(3) == 8
(module
  (type $base (sub (struct (field (mut i32)))))
  (type $left (sub $base (struct (field (mut i32)) (field (mut i32)))))
  (type $right (sub $base (struct (field (mut i32)) (field (mut i64)))))
  (func (export "f") (param $x i32) (result i32)
    (local $p (ref null $left)) (local $q (ref null $base))
    (local.set $p (struct.new $left (local.get $x) (i32.const 2)))
    (local.set $q (local.get $p))
    (struct.set $base 0 (local.get $q) (i32.const 6))
    (i32.add (struct.get $left 0 (local.get $p)) (struct.get $left 1 (ref.cast (ref $left) (local.get $q))))))

;; expect:
;; module {
;;   ty0 "base" = sub struct (mut i32)
;;   ty1 "left" = sub ty0 struct (mut i32, mut i32)
;;   ty2 "right" = sub ty0 struct (mut i32, mut i64)
;;   ty3 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty3 {
;;   b0(v0: i32):
;;     v3 = i32.const 2
;;     v5 = i32.const 6
;;     v9 = i32.add v5, v3
;;     return v9
;;   }
;; }
