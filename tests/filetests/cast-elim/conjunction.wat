;; Both parts of a conjunction that holds do; where it fails, one of them may hold.
;; test: pass ssa-cleanup,cast-elim,dce
;; run: f(0) == 0
;; run: f(1) == 1
;; run: f(2) == 7
;; run: f(3) == 1
;; run: g(0) == 5
;; run: g(1) == 0
;; run: g(2) == 7
;; run: g(3) == 0
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

  (func (export "f") (param i32) (result i32) (local $b (ref null $base))
    (local.set $b (call $make (local.get 0)))
    (if (result i32)
      (i32.and (i32.eqz (ref.is_null (local.get $b))) (ref.test (ref $sub) (local.get $b)))
      (then (i32.mul (i32.const 7) (ref.test (ref $base) (local.get $b))))
      (else (i32.eqz (ref.is_null (local.get $b))))))
  (func (export "g") (param i32) (result i32) (local $b (ref null $base))
    (local.set $b (call $make (local.get 0)))
    (if (result i32)
      (i32.or (ref.is_null (local.get $b)) (ref.test (ref $sub) (local.get $b)))
      (then (i32.add (i32.const 5) (i32.mul (i32.const 2) (ref.test (ref $sub) (local.get $b)))))
      (else (i32.add (ref.is_null (local.get $b)) (ref.test (ref $sub) (local.get $b)))))))

;; expect:
;; module {
;;   ty0 "base" = sub struct (mut i32)
;;   ty1 "sub" = sub ty0 struct (mut i32, i32)
;;   ty2 "other" = sub ty0 struct (mut i32, i64)
;;   ty3 = func (i32) -> ((ref null ty0))
;;   ty4 = func (i32) -> (i32)
;;   export "f" f1
;;   export "g" f2
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
;;     v3 = ref.is_null v2
;;     v4 = i32.eqz v3
;;     v5 = ref.test_non_null ty1 v2
;;     v6 = i32.and v4, v5
;;     br_if v6, b2, b3
;;   b1(v7: i32):
;;     return v7
;;   b2:
;;     v8 = i32.const 7
;;     v9 = i32.const 1
;;     v10 = i32.mul v8, v9
;;     jump b1(v10)
;;   b3:
;;     v11 = ref.is_null v2
;;     v12 = i32.eqz v11
;;     jump b1(v12)
;;   }
;;   func f2 : ty4 {
;;   b0(v0: i32):
;;     v2 = call f0 v0
;;     v3 = ref.is_null v2
;;     v4 = ref.test_non_null ty1 v2
;;     v5 = i32.or v3, v4
;;     br_if v5, b2, b3
;;   b1(v6: i32):
;;     return v6
;;   b2:
;;     v7 = i32.const 5
;;     v8 = i32.const 2
;;     v9 = ref.test_non_null ty1 v2
;;     v10 = i32.mul v8, v9
;;     v11 = i32.add v7, v10
;;     jump b1(v11)
;;   b3:
;;     v12 = i32.const 0
;;     v13 = ref.test_non_null ty1 v2
;;     v14 = i32.add v12, v13
;;     jump b1(v14)
;;   }
;; }
