;; What an object holds where a trap ends the call is what was assigned before.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(0) == trap
;; run: f(1) == 6
(module
  (type $pair (struct (field (mut i32)) (field (mut i32))))
  (global $g (mut (ref null $pair)) (ref.null $pair))
  (func (export "f") (param $x i32) (result i32)
    (local $p (ref $pair))
    (local.set $p (struct.new $pair (i32.const 5) (i32.const 1)))
    (struct.set $pair 0 (local.get $p) (i32.const 6))
    (if (i32.eqz (local.get $x)) (then
      (global.set $g (local.get $p))
      (struct.set $pair 1 (local.get $p) (i32.div_u (i32.const 1) (local.get $x)))
      (struct.set $pair 0 (local.get $p) (i32.const 7))
      (return (struct.get $pair 1 (local.get $p)))))
    (struct.get $pair 0 (local.get $p)))
  (func (export "last") (result i32) (struct.get $pair 0 (global.get $g))))

;; expect:
;; module {
;;   ty0 "pair" = struct (mut i32, mut i32)
;;   ty1 = func (i32) -> (i32)
;;   ty2 = func () -> (i32)
;;   global g0 : mut (ref null ty0) "g" = ref.null ty0
;;   export "f" f0
;;   export "last" f1
;;   func f0 : ty1 {
;;   b0(v0: i32):
;;     v2 = i32.const 1
;;     v4 = i32.const 6
;;     v5 = i32.eqz v0
;;     br_if v5, b2, b3
;;   b1:
;;     return v4
;;   b2:
;;     v11 = struct.new ty0 v4, v2
;;     global.set g0 v11
;;     v6 = i32.const 1
;;     v7 = i32.div_u v6, v0
;;     struct.set ty0 1 v11, v7
;;     v8 = i32.const 7
;;     struct.set ty0 0 v11, v8
;;     v9 = struct.get ty0 1 v11
;;     return v9
;;   b3:
;;     jump b1
;;   }
;;   func f1 : ty2 {
;;   b0:
;;     v0 = global.get g0
;;     v1 = struct.get ty0 0 v0
;;     return v1
;;   }
;; }
