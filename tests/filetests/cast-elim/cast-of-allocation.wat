;; A cast of a new object to its type, or a supertype, is removed; the allocation has exactly its type.
;; test: pass ssa-cleanup,cast-elim,dce
;; run: f(5) == 5
;; run: g(5) == 5
;; run: h(1) == 1
(module
  (type $base (sub (struct (field (mut i32)))))
  (type $sub (sub $base (struct (field (mut i32)) (field i32))))
  (type $other (sub $base (struct (field (mut i32)) (field i64))))

  (func (export "f") (param i32) (result i32)
    (struct.get $base 0 (ref.cast (ref $base) (struct.new $sub (local.get 0) (i32.const 1)))))
  (func (export "g") (param i32) (result i32) (local $a anyref)
    (local.set $a (struct.new $sub (i32.const 2) (local.get 0)))
    (struct.get $sub 1 (ref.cast (ref null $sub) (local.get $a))))
  (func (export "h") (param i32) (result i32)
    (ref.test (ref $sub) (struct.new $sub (i32.const 2) (local.get 0)))))

;; expect:
;; module {
;;   ty0 "base" = sub struct (mut i32)
;;   ty1 "sub" = sub ty0 struct (mut i32, i32)
;;   ty2 "other" = sub ty0 struct (mut i32, i64)
;;   ty3 = func (i32) -> (i32)
;;   export "f" f0
;;   export "g" f1
;;   export "h" f2
;;   func f0 : ty3 {
;;   b0(v0: i32):
;;     v1 = i32.const 1
;;     v2 = struct.new ty1 v0, v1
;;     v4 = struct.get ty0 0 v2
;;     return v4
;;   }
;;   func f1 : ty3 {
;;   b0(v0: i32):
;;     v2 = i32.const 2
;;     v3 = struct.new ty1 v2, v0
;;     v5 = struct.get ty1 1 v3
;;     return v5
;;   }
;;   func f2 : ty3 {
;;   b0(v0: i32):
;;     v3 = i32.const 1
;;     return v3
;;   }
;; }
