;; An access through null traps, behind the effects before it.
;; test: pass ssa-cleanup,cast-elim,dce
;; run: f(1) == trap
;; run: g(1) == trap
;; run: h(1) == 5
(module
  (type $base (sub (struct (field (mut i32)))))
  (type $sub (sub $base (struct (field (mut i32)) (field i32))))
  (type $other (sub $base (struct (field (mut i32)) (field i64))))

  (global $g (export "g0") (mut i32) (i32.const 0))
  (func (export "f") (param i32) (result i32)
    (global.set $g (local.get 0))
    (struct.get $base 0 (ref.null $base)))
  (func (export "g") (param i32) (result i32) (local $b (ref null $base))
    (if (ref.is_null (local.get $b)) (then (struct.set $base 0 (local.get $b) (local.get 0))))
    (i32.const 1))
  (func (export "h") (param i32) (result i32) (local $b (ref null $base))
    (if (i32.eqz (ref.is_null (local.get $b))) (then (unreachable)))
    (i32.const 5)))

;; expect:
;; module {
;;   ty0 "base" = sub struct (mut i32)
;;   ty1 "sub" = sub ty0 struct (mut i32, i32)
;;   ty2 "other" = sub ty0 struct (mut i32, i64)
;;   ty3 = func (i32) -> (i32)
;;   global g0 : mut i32 "g" = i32.const 0
;;   export "g0" g0
;;   export "f" f0
;;   export "g" f1
;;   export "h" f2
;;   func f0 : ty3 {
;;   b0(v0: i32):
;;     global.set g0 v0
;;     unreachable
;;   }
;;   func f1 : ty3 {
;;   b0(v0: i32):
;;     jump b2
;;   b2:
;;     unreachable
;;   }
;;   func f2 : ty3 {
;;   b0(v0: i32):
;;     jump b3
;;   b1:
;;     v4 = i32.const 5
;;     return v4
;;   b3:
;;     jump b1
;;   }
;; }
