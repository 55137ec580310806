;; A cast to a type that may be the same one is executed.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(3) == 3
(module
  (type $base (sub (struct (field (mut i32)))))
  (type $left (sub $base (struct (field (mut i32)) (field (mut i32)))))
  (type $right (sub $base (struct (field (mut i32)) (field (mut i64)))))
  (type $again (sub $base (struct (field (mut i32)) (field (mut i32)))))
  (func (export "f") (param $x i32) (result i32)
    (local $p (ref null any))
    (local.set $p (struct.new $left (local.get $x) (i32.const 2)))
    (if (result i32) (ref.test (ref $again) (local.get $p))
      (then (struct.get $left 0 (ref.cast (ref $left) (local.get $p))))
      (else (i32.const -1)))))

;; expect:
;; module {
;;   ty0 "base" = sub struct (mut i32)
;;   ty1 "left" = sub ty0 struct (mut i32, mut i32)
;;   ty2 "right" = sub ty0 struct (mut i32, mut i64)
;;   ty3 "again" = sub ty0 struct (mut i32, mut i32)
;;   ty4 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty4 {
;;   b0(v0: i32):
;;     v2 = i32.const 2
;;     v9 = struct.new ty1 v0, v2
;;     v4 = ref.test_non_null ty3 v9
;;     br_if v4, b2, b3
;;   b1(v5: i32):
;;     return v5
;;   b2:
;;     v7 = struct.get ty1 0 v9
;;     jump b1(v7)
;;   b3:
;;     v8 = i32.const -1
;;     jump b1(v8)
;;   }
;; }
