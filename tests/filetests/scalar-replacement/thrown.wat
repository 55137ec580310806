;; An object that is thrown escapes.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(3) == 3
(module
  (type $pair (struct (field (mut i32)) (field (mut i32))))
  (tag $t (param (ref null $pair)))
  (func (export "f") (param $x i32) (result i32)
    (local $p (ref null $pair))
    (local.set $p (struct.new_default $pair))
    (struct.set $pair 0 (local.get $p) (local.get $x))
    (block $h (result (ref null $pair))
      (try_table (catch $t $h)
        (throw $t (local.get $p)))
      (unreachable))
    (struct.get $pair 0)))

;; expect:
;; module {
;;   ty0 "pair" = struct (mut i32, mut i32)
;;   ty1 = func ((ref null ty0)) -> ()
;;   ty2 = func (i32) -> (i32)
;;   tag tag0 : ty1 "t"
;;   export "f" f0
;;   func f0 : ty2 {
;;   b0(v0: i32):
;;     v6 = i32.const 0
;;     v7 = struct.new ty0 v0, v6
;;     invoke throw tag0 v7, b3, catch tag0 [v4] b1(v4)
;;   b1(v3: (ref null ty0)):
;;     v5 = struct.get ty0 0 v3
;;     return v5
;;   b3:
;;     unreachable
;;   }
;; }
