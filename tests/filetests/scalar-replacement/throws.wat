;; An object that is passed to a call with handlers is the one that the handlers see.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(0) == 9
;; run: f(1) == 4
(module
  (type $pair (struct (field (mut i32)) (field (mut i32))))
  (tag $t)
  (func $change (param (ref null $pair)) (param i32)
    (struct.set $pair 0 (local.get 0) (i32.const 9))
    (if (i32.eqz (local.get 1)) (then (throw $t))))
  (func (export "f") (param $x i32) (result i32)
    (local $p (ref null $pair))
    (local.set $p (struct.new $pair (i32.const 5) (i32.const 1)))
    (struct.set $pair 1 (local.get $p) (i32.const 4))
    (block $h
      (try_table (catch $t $h)
        (call $change (local.get $p) (local.get $x)))
      (return (struct.get $pair 1 (local.get $p))))
    (struct.get $pair 0 (local.get $p))))

;; expect:
;; module {
;;   ty0 "pair" = struct (mut i32, mut i32)
;;   ty1 = func () -> ()
;;   ty2 = func ((ref null ty0), i32) -> ()
;;   ty3 = func (i32) -> (i32)
;;   tag tag0 : ty1 "t"
;;   export "f" f1
;;   func f0 : ty2 "change" {
;;   b0(v0: (ref null ty0), v1: i32):
;;     v2 = i32.const 9
;;     struct.set ty0 0 v0, v2
;;     v3 = i32.eqz v1
;;     br_if v3, b2, b3
;;   b1:
;;     return
;;   b2:
;;     throw tag0
;;   b3:
;;     jump b1
;;   }
;;   func f1 : ty3 {
;;   b0(v0: i32):
;;     v2 = i32.const 5
;;     v5 = i32.const 4
;;     v8 = struct.new ty0 v2, v5
;;     invoke call f0 v8, v0, b3, catch tag0 b1
;;   b1:
;;     v7 = struct.get ty0 0 v8
;;     return v7
;;   b2:
;;     v6 = struct.get ty0 1 v8
;;     return v6
;;   b3:
;;     jump b2
;;   }
;; }
