;; Behind a merge nothing is left of what one edge says.
;; test: pass ssa-cleanup,cast-elim,dce
;; run: f(0) == 0
;; run: f(1) == 1
;; run: f(2) == 2
;; run: f(3) == 1
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

  (global $g (export "g0") (mut i32) (i32.const 0))
  (func (export "f") (param i32) (result i32) (local $b (ref null $base))
    (local.set $b (call $make (local.get 0)))
    (if (ref.test (ref $sub) (local.get $b)) (then (global.set $g (i32.const 1))))
    (i32.add (ref.test (ref $sub) (local.get $b)) (i32.eqz (ref.is_null (local.get $b))))))

;; expect:
;; module {
;;   ty0 "base" = sub struct (mut i32)
;;   ty1 "sub" = sub ty0 struct (mut i32, i32)
;;   ty2 "other" = sub ty0 struct (mut i32, i64)
;;   ty3 = func (i32) -> ((ref null ty0))
;;   ty4 = func (i32) -> (i32)
;;   global g0 : mut i32 "g" = i32.const 0
;;   export "g0" g0
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
;;     v2 = call f0 v0
;;     v3 = ref.test_non_null ty1 v2
;;     br_if v3, b2, b3
;;   b1:
;;     v5 = ref.test_non_null ty1 v2
;;     v6 = ref.is_null v2
;;     v7 = i32.eqz v6
;;     v8 = i32.add v5, v7
;;     return v8
;;   b2:
;;     v4 = i32.const 1
;;     global.set g0 v4
;;     jump b1
;;   b3:
;;     jump b1
;;   }
;; }
