;; A test for a type that all but null has asks for null only, and so does one for a type that nothing else has.
;; test: pass ssa-cleanup,cast-elim,dce
;; run: f(0) == 0
;; run: f(1) == 1
;; run: f(2) == 1
;; run: f(3) == 1
;; run: g(0) == 1
;; run: g(1) == 0
;; run: g(2) == 0
;; run: g(3) == 0
;; run: h(0) == 0
;; run: h(1) == 0
;; run: h(2) == 1
;; run: h(3) == 0
(module
  (type $base (sub (struct (field (mut i32)))))
  (type $sub (sub $base (struct (field (mut i32)) (field i32))))
  (type $other (sub $base (struct (field (mut i32)) (field i64))))
  (func $make (param i32) (result (ref null $base))
    (block $o (block $s (block $b (block $n (br_table $n $b $s $o (local.get 0)))
      (return (ref.null none)))
      (return (struct.new $base (i32.const 10))))
      (return (struct.new $sub (i32.const 20) (i32.const 7))))
    (struct.new $other (i32.const 30) (i64.const 9)))

  (func (export "f") (param i32) (result i32) (ref.test (ref $base) (call $make (local.get 0))))
  (func (export "g") (param i32) (result i32) (ref.test (ref null i31) (call $make (local.get 0))))
  (func (export "h") (param i32) (result i32) (ref.test (ref $sub) (call $make (local.get 0)))))

;; expect:
;; module {
;;   ty0 "base" = sub struct (mut i32)
;;   ty1 "sub" = sub ty0 struct (mut i32, i32)
;;   ty2 "other" = sub ty0 struct (mut i32, i64)
;;   ty3 = func (i32) -> ((ref null ty0))
;;   ty4 = func (i32) -> (i32)
;;   export "f" f1
;;   export "g" f2
;;   export "h" f3
;;   func f0 : ty3 "make" {
;;   b0(v0: i32):
;;     br_table v0, b4, b3, b2, b1
;;   b1:
;;     v7 = i32.const 30
;;     v8 = i64.const 9
;;     v9 = struct.new ty2 v7, v8
;;     return v9
;;   b2:
;;     v4 = i32.const 20
;;     v5 = i32.const 7
;;     v6 = struct.new ty1 v4, v5
;;     return v6
;;   b3:
;;     v2 = i32.const 10
;;     v3 = struct.new ty0 v2
;;     return v3
;;   b4:
;;     v1 = ref.null none
;;     return v1
;;   }
;;   func f1 : ty4 {
;;   b0(v0: i32):
;;     v1 = call f0 v0
;;     v3 = ref.is_null v1
;;     v2 = i32.eqz v3
;;     return v2
;;   }
;;   func f2 : ty4 {
;;   b0(v0: i32):
;;     v1 = call f0 v0
;;     v2 = ref.is_null v1
;;     return v2
;;   }
;;   func f3 : ty4 {
;;   b0(v0: i32):
;;     v1 = call f0 v0
;;     v2 = ref.test_non_null ty1 v1
;;     return v2
;;   }
;; }
