;; An object with two names behind an edge that is compared is left alone.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(0) == 1
;; run: f(1) == 0
(module
  (type $pair (struct (field i32) (field i32)))
  (func (export "f") (param $x i32) (result i32)
    (local $c (ref $pair)) (local $z (ref $pair))
    (local.set $c (struct.new $pair (local.get $x) (i32.const 2)))
    (local.set $z (if (result (ref $pair)) (local.get $x)
      (then (struct.new $pair (local.get $x) (i32.const 2)))
      (else (local.get $c))))
    (ref.eq (local.get $z) (local.get $c))))

;; expect:
;; module {
;;   ty0 "pair" = struct (i32, i32)
;;   ty1 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 2
;;     v2 = struct.new ty0 v0, v1
;;     br_if v0, b2, b3
;;   b1(v3: (ref ty0)):
;;     v6 = ref.eq v3, v2
;;     return v6
;;   b2:
;;     v4 = i32.const 2
;;     v5 = struct.new ty0 v0, v4
;;     jump b1(v5)
;;   b3:
;;     jump b1(v2)
;;   }
;; }
