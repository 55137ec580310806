;; A cast that fails traps.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(3) == trap
(module
  (type $base (sub (struct (field (mut i32)))))
  (type $left (sub $base (struct (field (mut i32)) (field (mut i32)))))
  (type $right (sub $base (struct (field (mut i32)) (field (mut i64)))))
  (func (export "f") (param $x i32) (result i32)
    (local $p (ref null any))
    (local.set $p (struct.new $left (local.get $x) (i32.const 2)))
    (struct.get $base 0 (ref.cast (ref $right) (local.get $p)))))

;; expect:
;; module {
;;   ty0 "base" = sub struct (mut i32)
;;   ty1 "left" = sub ty0 struct (mut i32, mut i32)
;;   ty2 "right" = sub ty0 struct (mut i32, mut i64)
;;   ty3 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty3 {
;;   b0(v0: i32):
;;     v2 = i32.const 2
;;     v3 = struct.new ty1 v0, v2
;;     v4 = ref.cast_non_null ty2 v3
;;     v5 = struct.get ty0 0 v4
;;     return v5
;;   }
;; }
