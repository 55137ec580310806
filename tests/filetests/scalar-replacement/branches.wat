;; A field that is written on one of two paths is a block parameter where they meet.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(0) == 1
;; run: f(7) == 7
(module
  (type $pair (struct (field (mut i32)) (field (mut i32))))
  (func (export "f") (param $x i32) (result i32)
    (local $p (ref null $pair))
    (local.set $p (struct.new $pair (i32.const 1) (i32.const 2)))
    (if (local.get $x) (then (struct.set $pair 0 (local.get $p) (local.get $x))))
    (struct.get $pair 0 (local.get $p))))

;; expect:
;; module {
;;   ty0 "pair" = struct (mut i32, mut i32)
;;   ty1 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty1 {
;;   b0(v0: i32):
;;     v2 = i32.const 1
;;     br_if v0, b2, b3
;;   b1(v6: i32):
;;     return v6
;;   b2:
;;     jump b1(v0)
;;   b3:
;;     jump b1(v2)
;;   }
;; }
