;; The fields of an object that does not escape are values.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(5) == 13
(module
  (type $pair (struct (field (mut i32)) (field (mut i32))))
  (func (export "f") (param $x i32) (result i32)
    (local $p (ref null $pair))
    (local.set $p (struct.new $pair (local.get $x) (i32.const 3)))
    (struct.set $pair 1 (local.get $p)
      (i32.add (struct.get $pair 0 (local.get $p)) (struct.get $pair 1 (local.get $p))))
    (i32.add (struct.get $pair 0 (local.get $p)) (struct.get $pair 1 (local.get $p)))))

;; expect:
;; module {
;;   ty0 "pair" = struct (mut i32, mut i32)
;;   ty1 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty1 {
;;   b0(v0: i32):
;;     v2 = i32.const 3
;;     v6 = i32.add v0, v2
;;     v9 = i32.add v0, v6
;;     return v9
;;   }
;; }
