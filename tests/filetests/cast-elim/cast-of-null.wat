;; A cast of null gives null, or traps where it lets none pass.
;; test: pass ssa-cleanup,cast-elim,dce
;; run: f(0) == 1
;; run: g(0) == trap
(module
  (type $base (sub (struct (field (mut i32)))))
  (type $sub (sub $base (struct (field (mut i32)) (field i32))))
  (type $other (sub $base (struct (field (mut i32)) (field i64))))

  (func (export "f") (param i32) (result i32) (ref.is_null (ref.cast (ref null $sub) (ref.null any))))
  (func (export "g") (param i32) (result i32) (ref.is_null (ref.cast (ref $sub) (ref.null any)))))

;; expect:
;; module {
;;   ty0 "base" = sub struct (mut i32)
;;   ty1 "sub" = sub ty0 struct (mut i32, i32)
;;   ty2 "other" = sub ty0 struct (mut i32, i64)
;;   ty3 = func (i32) -> (i32)
;;   export "f" f0
;;   export "g" f1
;;   func f0 : ty3 {
;;   b0(v0: i32):
;;     v3 = i32.const 1
;;     return v3
;;   }
;;   func f1 : ty3 {
;;   b0(v0: i32):
;;     unreachable
;;   }
;; }
