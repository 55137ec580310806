;; An object that is stored in itself is left alone.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(3) == 3
(module
  (type $pair (struct (field (mut i32)) (field (mut i32))))
  (rec (type $self (struct (field (mut (ref null $self))) (field (mut i32)))))
  (func (export "f") (param $x i32) (result i32)
    (local $p (ref null $self))
    (local.set $p (struct.new $self (ref.null $self) (local.get $x)))
    (struct.set $self 0 (local.get $p) (local.get $p))
    (struct.get $self 1 (struct.get $self 0 (struct.get $self 0 (local.get $p))))))

;; expect:
;; module {
;;   ty0 "pair" = struct (mut i32, mut i32)
;;   rec {
;;     ty1 "self" = struct (mut (ref null ty1), mut i32)
;;   }
;;   ty2 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty2 {
;;   b0(v0: i32):
;;     v2 = ref.null ty1
;;     v3 = struct.new ty1 v2, v0
;;     struct.set ty1 0 v3, v3
;;     v4 = struct.get ty1 0 v3
;;     v5 = struct.get ty1 0 v4
;;     v6 = struct.get ty1 1 v5
;;     return v6
;;   }
;; }
