;; A field of an object that a call got is read again behind it.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(3) == 4
(module
  (type $pair (struct (field (mut i32)) (field (mut i32))))
  (func $change (param (ref null $pair))
    (struct.set $pair 0 (local.get 0) (i32.add (struct.get $pair 0 (local.get 0)) (i32.const 1))))
  (func (export "f") (param $x i32) (result i32)
    (local $p (ref null $pair))
    (local.set $p (struct.new $pair (local.get $x) (i32.const 4)))
    (call $change (local.get $p))
    (struct.get $pair 0 (local.get $p))))

;; expect:
;; module {
;;   ty0 "pair" = struct (mut i32, mut i32)
;;   ty1 = func ((ref null ty0)) -> ()
;;   ty2 = func (i32) -> (i32)
;;   export "f" f1
;;   func f0 : ty1 "change" {
;;   b0(v0: (ref null ty0)):
;;     v1 = struct.get ty0 0 v0
;;     v2 = i32.const 1
;;     v3 = i32.add v1, v2
;;     struct.set ty0 0 v0, v3
;;     return
;;   }
;;   func f1 : ty2 {
;;   b0(v0: i32):
;;     v2 = i32.const 4
;;     v3 = struct.new ty0 v0, v2
;;     call f0 v3
;;     v4 = struct.get ty0 0 v3
;;     return v4
;;   }
;; }
