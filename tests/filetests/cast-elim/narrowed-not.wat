;; A merge that gets another type on one edge keeps its type, and the cast behind it traps.
;; test: pass ssa-cleanup,cast-elim,dce
;; run: f(0) == trap
;; run: f(1) == 7
(module
  (type $base (sub (struct (field (mut i32)))))
  (type $sub (sub $base (struct (field (mut i32)) (field i32))))
  (type $other (sub $base (struct (field (mut i32)) (field i64))))

  (func (export "f") (param i32) (result i32) (local $a anyref)
    (if (local.get 0)
      (then (local.set $a (struct.new $sub (i32.const 20) (i32.const 7))))
      (else (local.set $a (struct.new $other (i32.const 10) (i64.const 5)))))
    (struct.get $sub 1 (ref.cast (ref $sub) (local.get $a)))))

;; expect:
;; module {
;;   ty0 "base" = sub struct (mut i32)
;;   ty1 "sub" = sub ty0 struct (mut i32, i32)
;;   ty2 "other" = sub ty0 struct (mut i32, i64)
;;   ty3 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty3 {
;;   b0(v0: i32):
;;     br_if v0, b2, b3
;;   b1(v8: (ref null ty0)):
;;     v9 = ref.cast_non_null ty1 v8
;;     v10 = struct.get ty1 1 v9
;;     return v10
;;   b2:
;;     v2 = i32.const 20
;;     v3 = i32.const 7
;;     v4 = struct.new ty1 v2, v3
;;     jump b1(v4)
;;   b3:
;;     v5 = i32.const 10
;;     v6 = i64.const 5
;;     v7 = struct.new ty2 v5, v6
;;     jump b1(v7)
;;   }
;; }
