;; A parameter that is never null passes a cast that asks for null only.
;; test: pass ssa-cleanup,cast-elim,dce
;; run: f(0) == 5
;; run: f(1) == 20
(module
  (type $base (sub (struct (field (mut i32)))))
  (type $sub (sub $base (struct (field (mut i32)) (field i32))))
  (type $other (sub $base (struct (field (mut i32)) (field i64))))

  (func $take (param (ref $base)) (result i32) (struct.get $base 0 (local.get 0)))
  (func (export "f") (param i32) (result i32) (local $b (ref null $base))
    (if (local.get 0)
      (then (local.set $b (struct.new $sub (i32.const 20) (i32.const 7))))
      (else (local.set $b (struct.new $base (i32.const 5)))))
    (call $take (ref.as_non_null (local.get $b)))))

;; expect:
;; module {
;;   ty0 "base" = sub struct (mut i32)
;;   ty1 "sub" = sub ty0 struct (mut i32, i32)
;;   ty2 "other" = sub ty0 struct (mut i32, i64)
;;   ty3 = func ((ref ty0)) -> (i32)
;;   ty4 = func (i32) -> (i32)
;;   export "f" f1
;;   func f0 : ty3 "take" {
;;   b0(v0: (ref ty0)):
;;     v1 = struct.get ty0 0 v0
;;     return v1
;;   }
;;   func f1 : ty4 {
;;   b0(v0: i32):
;;     br_if v0, b2, b3
;;   b1(v7: (ref ty0)):
;;     v9 = call f0 v7
;;     return v9
;;   b2:
;;     v2 = i32.const 20
;;     v3 = i32.const 7
;;     v4 = struct.new ty1 v2, v3
;;     jump b1(v4)
;;   b3:
;;     v5 = i32.const 5
;;     v6 = struct.new ty0 v5
;;     jump b1(v6)
;;   }
;; }
