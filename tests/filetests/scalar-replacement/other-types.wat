;; Objects of two types that meet are not replaced by their fields.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(0) == 3
;; run: f(1) == 1
(module
  (type $base (sub (struct (field (mut i32)))))
  (type $left (sub $base (struct (field (mut i32)) (field (mut i32)))))
  (type $right (sub $base (struct (field (mut i32)) (field (mut i64)))))
  (func (export "f") (param $x i32) (result i32)
    (local $p (ref null $base))
    (local.set $p (if (result (ref null $base)) (local.get $x)
      (then (struct.new $left (i32.const 1) (i32.const 2)))
      (else (struct.new $right (i32.const 3) (i64.const 4)))))
    (struct.get $base 0 (local.get $p))))

;; expect:
;; module {
;;   ty0 "base" = sub struct (mut i32)
;;   ty1 "left" = sub ty0 struct (mut i32, mut i32)
;;   ty2 "right" = sub ty0 struct (mut i32, mut i64)
;;   ty3 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty3 {
;;   b0(v0: i32):
;;     br_if v0, b2, b3
;;   b1(v2: (ref null ty0)):
;;     v9 = struct.get ty0 0 v2
;;     return v9
;;   b2:
;;     v3 = i32.const 1
;;     v4 = i32.const 2
;;     v5 = struct.new ty1 v3, v4
;;     jump b1(v5)
;;   b3:
;;     v6 = i32.const 3
;;     v7 = i64.const 4
;;     v8 = struct.new ty2 v6, v7
;;     jump b1(v8)
;;   }
;; }
