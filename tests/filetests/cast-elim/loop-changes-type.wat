;; What a reference is in the first iteration of a loop it need not be in the second.
;; test: pass ssa-cleanup,cast-elim,dce
;; run: f(1) == 0
;; run: f(2) == 1
;; run: f(3) == 2
(module
  (type $base (sub (struct (field (mut i32)))))
  (type $sub (sub $base (struct (field (mut i32)) (field i32))))
  (type $other (sub $base (struct (field (mut i32)) (field i64))))

  (func (export "f") (param $n i32) (result i32) (local $b (ref null $base)) (local $sum i32)
    (local.set $b (struct.new $base (i32.const 10)))
    (loop $on
      (local.set $sum (i32.add (local.get $sum) (ref.test (ref $sub) (local.get $b))))
      (local.set $b (struct.new $sub (i32.const 10) (i32.const 1)))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br_if $on (local.get $n)))
    (local.get $sum)))

;; expect:
;; module {
;;   ty0 "base" = sub struct (mut i32)
;;   ty1 "sub" = sub ty0 struct (mut i32, i32)
;;   ty2 "other" = sub ty0 struct (mut i32, i64)
;;   ty3 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty3 {
;;   b0(v0: i32):
;;     v2 = i32.const 0
;;     v3 = i32.const 10
;;     v4 = struct.new ty0 v3
;;     jump b1(v0, v4, v2)
;;   b1(v12: i32, v6: (ref null ty0), v5: i32):
;;     v7 = ref.test_non_null ty1 v6
;;     v8 = i32.add v5, v7
;;     v9 = i32.const 10
;;     v10 = i32.const 1
;;     v11 = struct.new ty1 v9, v10
;;     v13 = i32.const 1
;;     v14 = i32.sub v12, v13
;;     br_if v14, b1(v14, v11, v8), b2
;;   b2:
;;     return v8
;;   }
;; }
