;; Where two allocations meet, the reference is of their common supertype, and of no type exactly.
;; test: pass ssa-cleanup,cast-elim,dce
;; run: f(0) == 10
;; run: f(1) == 23
;; run: g(0) == 0
;; run: g(1) == 1
(module
  (type $base (sub (struct (field (mut i32)))))
  (type $sub (sub $base (struct (field (mut i32)) (field i32))))
  (type $other (sub $base (struct (field (mut i32)) (field i64))))

  (func $either (param i32) (result anyref) (ref.null none))
  (func (export "f") (param i32) (result i32) (local $a anyref)
    (if (local.get 0)
      (then (local.set $a (struct.new $sub (i32.const 20) (i32.const 3))))
      (else (local.set $a (struct.new $base (i32.const 10)))))
    (i32.add
      (struct.get $base 0 (ref.cast (ref $base) (local.get $a)))
      (if (result i32) (ref.test (ref $sub) (local.get $a))
        (then (struct.get $sub 1 (ref.cast (ref $sub) (local.get $a))))
        (else (i32.const 0)))))
  (func (export "g") (param i32) (result i32) (local $a anyref)
    (if (local.get 0)
      (then (local.set $a (struct.new $sub (i32.const 20) (i32.const 3))))
      (else (local.set $a (struct.new $other (i32.const 10) (i64.const 3)))))
    (ref.test (ref $sub) (local.get $a))))

;; expect:
;; module {
;;   ty0 "base" = sub struct (mut i32)
;;   ty1 "sub" = sub ty0 struct (mut i32, i32)
;;   ty2 "other" = sub ty0 struct (mut i32, i64)
;;   ty3 = func (i32) -> (anyref)
;;   ty4 = func (i32) -> (i32)
;;   export "f" f1
;;   export "g" f2
;;   func f0 : ty3 "either" {
;;   b0(v0: i32):
;;     v1 = ref.null none
;;     return v1
;;   }
;;   func f1 : ty4 {
;;   b0(v0: i32):
;;     br_if v0, b2, b3
;;   b1(v7: (ref ty0)):
;;     v9 = struct.get ty0 0 v7
;;     br_on_cast (ref ty0) (ref ty1) v7, [v17] b5(v17), [v18] b6
;;   b2:
;;     v2 = i32.const 20
;;     v3 = i32.const 3
;;     v4 = struct.new ty1 v2, v3
;;     jump b1(v4)
;;   b3:
;;     v5 = i32.const 10
;;     v6 = struct.new ty0 v5
;;     jump b1(v6)
;;   b4(v11: i32):
;;     v15 = i32.add v9, v11
;;     return v15
;;   b5(v16: (ref ty1)):
;;     v13 = struct.get ty1 1 v16
;;     jump b4(v13)
;;   b6:
;;     v14 = i32.const 0
;;     jump b4(v14)
;;   }
;;   func f2 : ty4 {
;;   b0(v0: i32):
;;     br_if v0, b2, b3
;;   b1(v8: (ref null ty0)):
;;     v9 = ref.test_non_null ty1 v8
;;     return v9
;;   b2:
;;     v2 = i32.const 20
;;     v3 = i32.const 3
;;     v4 = struct.new ty1 v2, v3
;;     jump b1(v4)
;;   b3:
;;     v5 = i32.const 10
;;     v6 = i64.const 3
;;     v7 = struct.new ty2 v5, v6
;;     jump b1(v7)
;;   }
;; }
