;; A reference that is of a type in each iteration of a loop needs no cast in it.
;; test: pass ssa-cleanup,cast-elim,dce
;; run: f(1) == 10
;; run: f(3) == 12
(module
  (type $base (sub (struct (field (mut i32)))))
  (type $sub (sub $base (struct (field (mut i32)) (field i32))))
  (type $other (sub $base (struct (field (mut i32)) (field i64))))

  (func (export "f") (param $n i32) (result i32) (local $a anyref)
    (local.set $a (struct.new $base (i32.const 10)))
    (loop $on
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (if (local.get $n)
        (then
          (local.set $a (struct.new $base
            (i32.add (i32.const 1) (struct.get $base 0 (ref.cast (ref $base) (local.get $a))))))
          (br $on))))
    (struct.get $base 0 (ref.cast (ref $base) (local.get $a)))))

;; expect:
;; module {
;;   ty0 "base" = sub struct (mut i32)
;;   ty1 "sub" = sub ty0 struct (mut i32, i32)
;;   ty2 "other" = sub ty0 struct (mut i32, i64)
;;   ty3 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty3 {
;;   b0(v0: i32):
;;     v2 = i32.const 10
;;     v3 = struct.new ty0 v2
;;     jump b1(v3, v0)
;;   b1(v8: (ref ty0), v4: i32):
;;     v5 = i32.const 1
;;     v6 = i32.sub v4, v5
;;     br_if v6, b3, b4
;;   b2:
;;     v14 = struct.get ty0 0 v8
;;     return v14
;;   b3:
;;     v7 = i32.const 1
;;     v10 = struct.get ty0 0 v8
;;     v11 = i32.add v7, v10
;;     v12 = struct.new ty0 v11
;;     jump b1(v12, v6)
;;   b4:
;;     jump b2
;;   }
;; }
