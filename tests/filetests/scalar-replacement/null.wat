;; An access to what may be null instead of the object traps as before.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(0) == trap
;; run: f(1) == 4
(module
  (type $pair (struct (field (mut i32)) (field (mut i32))))
  (func (export "f") (param $x i32) (result i32)
    (local $p (ref null $pair))
    (if (local.get $x) (then (local.set $p (struct.new $pair (i32.const 3) (i32.const 4)))))
    (struct.get $pair 1 (local.get $p))))

;; expect:
;; module {
;;   ty0 "pair" = struct (mut i32, mut i32)
;;   ty1 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty1 {
;;   b0(v0: i32):
;;     v1 = ref.null ty0
;;     br_if v0, b2, b3
;;   b1(v5: (ref null ty0)):
;;     v6 = struct.get ty0 1 v5
;;     return v6
;;   b2:
;;     v2 = i32.const 3
;;     v3 = i32.const 4
;;     v4 = struct.new ty0 v2, v3
;;     jump b1(v4)
;;   b3:
;;     jump b1(v1)
;;   }
;; }
