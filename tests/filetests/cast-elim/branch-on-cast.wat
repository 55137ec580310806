;; A branch on a cast is decided by an earlier one; the reference is passed on with its type.
;; test: pass ssa-cleanup,cast-elim,dce
;; run: f(0) == -2
;; run: f(1) == -2
;; run: f(2) == 14
;; run: f(3) == -2
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

  (func (export "f") (param i32) (result i32) (local $a anyref) (local $s (ref null $sub))
    (local.set $a (call $make (local.get 0)))
    (block $fail (result anyref)
      (local.set $s (br_on_cast_fail $fail anyref (ref $sub) (local.get $a)))
      (return (i32.add (struct.get $sub 1 (local.get $s))
        (struct.get $sub 1 (block $is (result (ref $sub))
          (br_on_cast $is anyref (ref $sub) (local.get $a))
          (drop)
          (unreachable))))))
    (drop)
    (block $is (result (ref $sub))
      (br_on_cast $is anyref (ref $sub) (local.get $a))
      (drop)
      (return (i32.const -2)))
    (drop)
    (i32.const -3)))

;; expect:
;; module {
;;   ty0 "base" = sub struct (mut i32)
;;   ty1 "sub" = sub ty0 struct (mut i32, i32)
;;   ty2 "other" = sub ty0 struct (mut i32, i64)
;;   ty3 = func (i32) -> ((ref null ty0))
;;   ty4 = func (i32) -> (i32)
;;   export "f" f1
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
;;     v3 = call f0 v0
;;     br_on_cast_fail anyref (ref ty1) v3, [v5] b1, [v6] b2(v6)
;;   b1:
;;     br_on_cast anyref (ref ty1) v3, [v16] b5, [v17] b6
;;   b2(v7: (ref ty1)):
;;     v8 = struct.get ty1 1 v7
;;     jump b3(v7)
;;   b3(v9: (ref ty1)):
;;     v13 = struct.get ty1 1 v9
;;     v14 = i32.add v8, v13
;;     return v14
;;   b5:
;;     v20 = i32.const -3
;;     return v20
;;   b6:
;;     v19 = i32.const -2
;;     return v19
;;   }
;; }
