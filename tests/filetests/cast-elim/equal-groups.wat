;; Types of recursion groups of equal structure are equal; types at other places in them, or of other groups, are not.
;; test: pass ssa-cleanup,cast-elim,dce
;; run: equal(0) == 1
;; run: cast(4) == 4
;; run: places(0) == 0
;; run: alone(0) == 0
(module
  (type $base (sub (struct (field (mut i32)))))
  (type $sub (sub $base (struct (field (mut i32)) (field i32))))
  (type $other (sub $base (struct (field (mut i32)) (field i64))))

  (rec (type $a (sub (struct (field i32) (field (ref null $b))))) (type $b (sub (struct (field (ref null $a))))))
  (rec (type $c (sub (struct (field i32) (field (ref null $d))))) (type $d (sub (struct (field (ref null $c))))))
  (rec (type $x (sub (struct (field i64)))) (type $y (sub (struct (field i64)))))
  (type $z (sub (struct (field i64))))
  (func (export "equal") (param i32) (result i32)
    (ref.test (ref $c) (struct.new $a (local.get 0) (ref.null none))))
  (func (export "cast") (param i32) (result i32)
    (struct.get $c 0 (ref.cast (ref $c) (struct.new $a (local.get 0) (ref.null none)))))
  (func (export "places") (param i32) (result i32) (ref.test (ref $y) (struct.new_default $x)))
  (func (export "alone") (param i32) (result i32) (ref.test (ref $x) (struct.new_default $z))))

;; expect:
;; module {
;;   ty0 "base" = sub struct (mut i32)
;;   ty1 "sub" = sub ty0 struct (mut i32, i32)
;;   ty2 "other" = sub ty0 struct (mut i32, i64)
;;   rec {
;;     ty3 "a" = sub struct (i32, (ref null ty4))
;;     ty4 "b" = sub struct ((ref null ty3))
;;   }
;;   rec {
;;     ty5 "c" = sub struct (i32, (ref null ty6))
;;     ty6 "d" = sub struct ((ref null ty5))
;;   }
;;   rec {
;;     ty7 "x" = sub struct (i64)
;;     ty8 "y" = sub struct (i64)
;;   }
;;   ty9 "z" = sub struct (i64)
;;   ty10 = func (i32) -> (i32)
;;   export "equal" f0
;;   export "cast" f1
;;   export "places" f2
;;   export "alone" f3
;;   func f0 : ty10 {
;;   b0(v0: i32):
;;     v3 = i32.const 1
;;     return v3
;;   }
;;   func f1 : ty10 {
;;   b0(v0: i32):
;;     v1 = ref.null none
;;     v2 = struct.new ty3 v0, v1
;;     v4 = struct.get ty5 0 v2
;;     return v4
;;   }
;;   func f2 : ty10 {
;;   b0(v0: i32):
;;     v2 = i32.const 0
;;     return v2
;;   }
;;   func f3 : ty10 {
;;   b0(v0: i32):
;;     v2 = i32.const 0
;;     return v2
;;   }
;; }
