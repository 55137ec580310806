;; A list is followed without further tests for null.
;; test: pass ssa-cleanup,cast-elim,dce
;; run: f(3) == 6
(module
  (type $base (sub (struct (field (mut i32)))))
  (type $sub (sub $base (struct (field (mut i32)) (field i32))))
  (type $other (sub $base (struct (field (mut i32)) (field i64))))

  (type $list (struct (field i32) (field (ref null $list))))
  (func (export "f") (param $n i32) (result i32) (local $l (ref null $list)) (local $sum i32)
    (loop $make
      (local.set $l (struct.new $list (local.get $n) (local.get $l)))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br_if $make (local.get $n)))
    (block $end
      (loop $on
        (br_if $end (ref.is_null (local.get $l)))
        (local.set $sum (i32.add (local.get $sum) (struct.get $list 0 (ref.as_non_null (local.get $l)))))
        (local.set $l (struct.get $list 1 (ref.as_non_null (local.get $l))))
        (br $on)))
    (local.get $sum)))

;; expect:
;; module {
;;   ty0 "base" = sub struct (mut i32)
;;   ty1 "sub" = sub ty0 struct (mut i32, i32)
;;   ty2 "other" = sub ty0 struct (mut i32, i64)
;;   ty3 "list" = struct (i32, (ref null ty3))
;;   ty4 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty4 {
;;   b0(v0: i32):
;;     v1 = ref.null ty3
;;     v2 = i32.const 0
;;     jump b1(v1, v0)
;;   b1(v4: (ref null ty3), v3: i32):
;;     v5 = struct.new ty3 v3, v4
;;     v6 = i32.const 1
;;     v7 = i32.sub v3, v6
;;     br_if v7, b1(v5, v7), b2
;;   b2:
;;     jump b4(v2, v5)
;;   b3:
;;     return v10
;;   b4(v10: i32, v8: (ref null ty3)):
;;     v9 = ref.is_null v8
;;     br_if v9, b3, b5
;;   b5:
;;     v12 = struct.get ty3 0 v8
;;     v13 = i32.add v10, v12
;;     v15 = struct.get ty3 1 v8
;;     jump b4(v13, v15)
;;   }
;; }
