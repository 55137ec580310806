;; An immutable global is of the type of its initializer, a mutable one is not.
;; test: pass ssa-cleanup,cast-elim,dce
;; run: fixed(0) == 1
;; run: may(1) == 0
;; run: may(2) == 1
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

  (global $fixed (ref $base) (struct.new $sub (i32.const 1) (i32.const 2)))
  (global $may (mut (ref null $base)) (struct.new $base (i32.const 1)))
  (func (export "fixed") (param i32) (result i32) (ref.test (ref $sub) (global.get $fixed)))
  (func (export "may") (param i32) (result i32)
    (global.set $may (call $make (local.get 0)))
    (ref.test (ref $sub) (global.get $may))))

;; expect:
;; module {
;;   ty0 "base" = sub struct (mut i32)
;;   ty1 "sub" = sub ty0 struct (mut i32, i32)
;;   ty2 "other" = sub ty0 struct (mut i32, i64)
;;   ty3 = func (i32) -> ((ref null ty0))
;;   ty4 = func (i32) -> (i32)
;;   global g0 : (ref ty0) "fixed" = i32.const 1, i32.const 2, struct.new ty1
;;   global g1 : mut (ref null ty0) "may" = i32.const 1, struct.new ty0
;;   export "fixed" f1
;;   export "may" f2
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
;;     v2 = i32.const 1
;;     return v2
;;   }
;;   func f2 : ty4 {
;;   b0(v0: i32):
;;     v1 = call f0 v0
;;     global.set g1 v1
;;     v2 = global.get g1
;;     v3 = ref.test_non_null ty1 v2
;;     return v3
;;   }
;; }
