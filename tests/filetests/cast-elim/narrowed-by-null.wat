;; A parameter that gets null only keeps its type, and so does one that it is passed to.
;; test: pass cast-elim,dce
;; run: f(0) == 1
;; run: f(1) == 0
(module
  (type $base (sub (struct (field (mut i32)))))
  (type $sub (sub $base (struct (field (mut i32)) (field i32))))
  (func (export "f") (param i32) (result i32) (local $a (ref null $base)) (local $b (ref null $base))
    (if (local.get 0)
      (then (local.set $b (struct.new $sub (i32.const 1) (i32.const 2))))
      (else
        (block $x
          (br_if $x (i32.eq (local.get 0) (i32.const 3)))
          (local.set $a (ref.null $base)))
        (local.set $b (local.get $a))))
    (ref.is_null (local.get $b))))

;; expect:
;; module {
;;   ty0 "base" = sub struct (mut i32)
;;   ty1 "sub" = sub ty0 struct (mut i32, i32)
;;   ty2 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty2 {
;;   b0(v0: i32):
;;     v1 = ref.null ty0
;;     br_if v0, b2, b3
;;   b1(v9: (ref null ty0)):
;;     v10 = ref.is_null v9
;;     return v10
;;   b2:
;;     v2 = i32.const 1
;;     v3 = i32.const 2
;;     v4 = struct.new ty1 v2, v3
;;     jump b1(v4)
;;   b3:
;;     v5 = i32.const 3
;;     v6 = i32.eq v0, v5
;;     br_if v6, b4(v1), b5
;;   b4(v8: (ref null ty0)):
;;     jump b1(v8)
;;   b5:
;;     v7 = ref.null ty0
;;     jump b4(v7)
;;   }
;; }
