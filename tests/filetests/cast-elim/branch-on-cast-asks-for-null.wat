;; A branch on a cast that only null fails, or only null passes, becomes a branch on null.
;; test: pass ssa-cleanup,cast-elim,dce
;; run: f(0) == -1
;; run: f(1) == 10
;; run: f(2) == 20
;; run: f(3) == 30
;; run: g(0) == -1
;; run: g(1) == 10
;; run: g(2) == 20
;; run: g(3) == 30
;; run: h(0) == 1
;; run: h(1) == 0
;; run: h(2) == 0
;; run: h(3) == 0
;; run: i(0) == 1
;; run: i(1) == 0
;; run: i(2) == 0
;; run: i(3) == 0
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

  (func (export "f") (param i32) (result i32)
    (struct.get $base 0 (block $is (result (ref $base))
      (br_on_cast $is (ref null $base) (ref $base) (call $make (local.get 0)))
      (drop)
      (return (i32.const -1)))))
  (func (export "g") (param i32) (result i32)
    (block $fail (result (ref null $base))
      (return (struct.get $base 0
        (br_on_cast_fail $fail (ref null $base) (ref $base) (call $make (local.get 0))))))
    (drop)
    (i32.const -1))
  (func (export "h") (param i32) (result i32)
    (ref.is_null (block $is (result (ref null i31))
      (br_on_cast $is (ref null eq) (ref null i31) (call $make (local.get 0)))
      (drop)
      (return (i32.const 0)))))
  (func (export "i") (param i32) (result i32)
    (block $fail (result (ref eq))
      (return (ref.is_null
        (br_on_cast_fail $fail (ref null eq) (ref null i31) (call $make (local.get 0))))))
    (drop)
    (i32.const 0)))

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
;;   export "i" f4
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
;;     v2 = call f0 v0
;;     br_on_non_null v2, [v3] b1(v3), b2
;;   b1(v1: (ref ty0)):
;;     v7 = struct.get ty0 0 v1
;;     return v7
;;   b2:
;;     v6 = i32.const -1
;;     return v6
;;   }
;;   func f2 : ty4 {
;;   b0(v0: i32):
;;     v2 = call f0 v0
;;     br_on_null v2, b1, [v4] b2(v4)
;;   b1:
;;     v7 = i32.const -1
;;     return v7
;;   b2(v5: (ref ty0)):
;;     v6 = struct.get ty0 0 v5
;;     return v6
;;   }
;;   func f3 : ty4 {
;;   b0(v0: i32):
;;     v2 = call f0 v0
;;     br_on_null v2, b1, [v4: (ref eq)] b2
;;   b1:
;;     v7 = i32.const 1
;;     return v7
;;   b2:
;;     v6 = i32.const 0
;;     return v6
;;   }
;;   func f4 : ty4 {
;;   b0(v0: i32):
;;     v2 = call f0 v0
;;     br_on_non_null v2, [v3: (ref eq)] b1, b2
;;   b1:
;;     v7 = i32.const 0
;;     return v7
;;   b2:
;;     v6 = i32.const 1
;;     return v6
;;   }
;; }
