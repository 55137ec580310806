;; An object in a field of another one is replaced in the next round.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(3) == 15
(module
  (type $pair (struct (field (mut i32)) (field (mut i32))))
  (type $outer (struct (field (mut (ref null $pair))) (field (mut i32))))
  (func (export "f") (param $x i32) (result i32)
    (local $p (ref null $pair)) (local $o (ref null $outer))
    (local.set $p (struct.new $pair (local.get $x) (i32.const 4)))
    (local.set $o (struct.new $outer (local.get $p) (i32.const 8)))
    (struct.set $pair 1 (struct.get $outer 0 (local.get $o)) (i32.const 4))
    (i32.add (struct.get $outer 1 (local.get $o))
      (i32.add (struct.get $pair 0 (struct.get $outer 0 (local.get $o))) (struct.get $pair 1 (local.get $p))))))

;; expect:
;; module {
;;   ty0 "pair" = struct (mut i32, mut i32)
;;   ty1 "outer" = struct (mut (ref null ty0), mut i32)
;;   ty2 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty2 {
;;   b0(v0: i32):
;;     v5 = i32.const 8
;;     v8 = i32.const 4
;;     v13 = i32.add v0, v8
;;     v14 = i32.add v5, v13
;;     return v14
;;   }
;; }
