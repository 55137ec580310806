;; Assignments to fields before an object escapes become operands of its allocation.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(3) == 34
(module
  (type $pair (struct (field (mut i32)) (field (mut i32))))
  (func $new (param $x i32) (result (ref $pair))
    (local $p (ref $pair))
    (local.set $p (struct.new_default $pair))
    (struct.set $pair 0 (local.get $p) (local.get $x))
    (struct.set $pair 1 (local.get $p) (i32.const 4))
    (local.get $p))
  (func (export "f") (param $x i32) (result i32)
    (i32.add (i32.mul (i32.const 10) (struct.get $pair 0 (call $new (local.get $x))))
      (struct.get $pair 1 (call $new (local.get $x))))))

;; expect:
;; module {
;;   ty0 "pair" = struct (mut i32, mut i32)
;;   ty1 = func (i32) -> ((ref ty0))
;;   ty2 = func (i32) -> (i32)
;;   export "f" f1
;;   func f0 : ty1 "new" {
;;   b0(v0: i32):
;;     v2 = i32.const 4
;;     v4 = struct.new ty0 v0, v2
;;     return v4
;;   }
;;   func f1 : ty2 {
;;   b0(v0: i32):
;;     v1 = i32.const 10
;;     v2 = call f0 v0
;;     v3 = struct.get ty0 0 v2
;;     v4 = i32.mul v1, v3
;;     v5 = call f0 v0
;;     v6 = struct.get ty0 1 v5
;;     v7 = i32.add v4, v6
;;     return v7
;;   }
;; }
