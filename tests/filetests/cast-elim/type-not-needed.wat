;; A cast that cannot fail goes if all that uses it takes the wider type, and stays if something needs its type.
;; test: pass ssa-cleanup,cast-elim,dce
;; run: f(2) == 0
;; run: g(2) == 7
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

  (global $g (mut anyref) (ref.null none))
  (func $pick (param anyref anyref i32) (result anyref)
    (select (result anyref) (local.get 0) (local.get 1) (local.get 2)))
  (func (export "f") (param i32) (result i32) (local $a anyref)
    (local.set $a (call $make (local.get 0)))
    (if (i32.and (ref.test (ref $sub) (local.get $a)) (i32.shr_u (local.get 0) (i32.const 1)))
      (then (global.set $g (ref.cast (ref $sub) (local.get $a)))))
    (ref.is_null (local.get $a)))
  (func (export "g") (param i32) (result i32) (local $a anyref)
    (local.set $a (call $make (local.get 0)))
    (if (i32.and (ref.test (ref $sub) (local.get $a)) (i32.shr_u (local.get 0) (i32.const 1)))
      (then (return (struct.get $sub 1 (ref.cast (ref $sub) (local.get $a))))))
    (i32.const 0)))

;; expect:
;; module {
;;   ty0 "base" = sub struct (mut i32)
;;   ty1 "sub" = sub ty0 struct (mut i32, i32)
;;   ty2 "other" = sub ty0 struct (mut i32, i64)
;;   ty3 = func (i32) -> ((ref null ty0))
;;   ty4 = func (anyref, anyref, i32) -> (anyref)
;;   ty5 = func (i32) -> (i32)
;;   global g0 : mut anyref "g" = ref.null none
;;   export "f" f2
;;   export "g" f3
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
;;   func f1 : ty4 "pick" {
;;   b0(v0: anyref, v1: anyref, v2: i32):
;;     v3 = typed_select anyref v0, v1, v2
;;     return v3
;;   }
;;   func f2 : ty5 {
;;   b0(v0: i32):
;;     v2 = call f0 v0
;;     v3 = ref.test_non_null ty1 v2
;;     v4 = i32.const 1
;;     v5 = i32.shr_u v0, v4
;;     v6 = i32.and v3, v5
;;     br_if v6, b2, b3
;;   b1:
;;     v8 = ref.is_null v2
;;     return v8
;;   b2:
;;     global.set g0 v2
;;     jump b1
;;   b3:
;;     jump b1
;;   }
;;   func f3 : ty5 {
;;   b0(v0: i32):
;;     v2 = call f0 v0
;;     v3 = ref.test_non_null ty1 v2
;;     v4 = i32.const 1
;;     v5 = i32.shr_u v0, v4
;;     v6 = i32.and v3, v5
;;     br_if v6, b2, b3
;;   b1:
;;     v9 = i32.const 0
;;     return v9
;;   b2:
;;     v7 = ref.cast_non_null ty1 v2
;;     v8 = struct.get ty1 1 v7
;;     return v8
;;   b3:
;;     jump b1
;;   }
;; }
