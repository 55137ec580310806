;; An object that escapes on one path is made there, with what its fields hold.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(0) == 7
;; run: f(5) == 12
(module
  (type $pair (struct (field (mut i32)) (field (mut i32))))
  (global $g (mut (ref null $pair)) (ref.null $pair))
  (func (export "f") (param $x i32) (result i32)
    (local $p (ref null $pair)) (local $r i32)
    (local.set $p (struct.new $pair (i32.const 3) (i32.const 7)))
    (struct.set $pair 0 (local.get $p) (local.get $x))
    (local.set $r (i32.add (struct.get $pair 0 (local.get $p)) (struct.get $pair 1 (local.get $p))))
    (if (local.get $x) (then (global.set $g (local.get $p))))
    (local.get $r))
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
;;     v4 = i32.const 7
;;     v8 = i32.add v0, v4
;;     br_if v0, b2, b3
;;   b1:
;;     return v8
;;   b2:
;;     v9 = struct.new ty0 v0, v4
;;     global.set g0 v9
;;     jump b1
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
