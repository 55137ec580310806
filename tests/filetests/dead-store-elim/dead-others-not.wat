;; Not if a narrower store overwrites a part, a copy reads it, another imported global may be it, an object may be
;; another one, or one of the paths keeps it.
;; test: pass unreachable,load-elim,dead-store-elim,dce
;; run: narrower(0x12345678) == 0x12345601
;; run: copied(5) == 5
;; run: paths(0) == 1
(module
  (type $s (struct (field (mut i32)) (field (mut i32))))
  (import "spectest" "global_i32" (global $c i32))
  (import "m" "a" (global $a (mut i32)))
  (import "m" "b" (global $b (mut i32)))
  (memory 1)
  (func (export "imports") (param $x i32) (result i32)
    (global.set $a (i32.const 1))
    (global.set $b (i32.add (global.get $b) (i32.const 2)))
    (global.set $a (i32.const 3))
    (global.get $b))
  (func (export "objects") (param $p (ref $s)) (param $q (ref $s)) (result i32)
    (local $x i32)
    (struct.set $s 0 (local.get $p) (i32.const 1))
    (local.set $x (struct.get $s 0 (local.get $q)))
    (struct.set $s 0 (local.get $p) (i32.const 2))
    (local.get $x))
  (func (export "narrower") (param $x i32) (result i32)
    (i32.store (i32.const 16) (local.get $x))
    (i32.store8 (i32.const 16) (i32.const 1))
    (i32.load (i32.const 16)))
  (func (export "copied") (param $x i32) (result i32)
    (i32.store (i32.const 16) (local.get $x))
    (memory.copy (i32.const 32) (i32.const 12) (i32.const 8))
    (i32.store (i32.const 16) (i32.const 0))
    (i32.load (i32.const 36)))
  (func (export "paths") (param $x i32) (result i32)
    (i32.store (i32.const 16) (i32.const 1))
    (if (local.get $x) (then (i32.store (i32.const 16) (i32.const 2))))
    (i32.load (i32.const 16))))

;; expect:
;; module {
;;   ty0 "s" = struct (mut i32, mut i32)
;;   ty1 = func (i32) -> (i32)
;;   ty2 = func ((ref ty0), (ref ty0)) -> (i32)
;;   import g0 "spectest" "global_i32" : i32 "c"
;;   import g1 "m" "a" : mut i32 "a"
;;   import g2 "m" "b" : mut i32 "b"
;;   memory m0 : i32 1..
;;   export "imports" f0
;;   export "objects" f1
;;   export "narrower" f2
;;   export "copied" f3
;;   export "paths" f4
;;   func f0 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 1
;;     global.set g1 v1
;;     v2 = global.get g2
;;     v3 = i32.const 2
;;     v4 = i32.add v2, v3
;;     global.set g2 v4
;;     v5 = i32.const 3
;;     global.set g1 v5
;;     v6 = global.get g2
;;     return v6
;;   }
;;   func f1 : ty2 {
;;   b0(v0: (ref ty0), v1: (ref ty0)):
;;     v3 = i32.const 1
;;     struct.set ty0 0 v0, v3
;;     v4 = struct.get ty0 0 v1
;;     v5 = i32.const 2
;;     struct.set ty0 0 v0, v5
;;     return v4
;;   }
;;   func f2 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 16
;;     i32.store v1, v0
;;     v2 = i32.const 16
;;     v3 = i32.const 1
;;     i32.store8 v2, v3
;;     v4 = i32.const 16
;;     v5 = i32.load v4
;;     return v5
;;   }
;;   func f3 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 16
;;     i32.store v1, v0
;;     v2 = i32.const 32
;;     v3 = i32.const 12
;;     v4 = i32.const 8
;;     memory.copy m0 m0 v2, v3, v4
;;     v5 = i32.const 16
;;     v6 = i32.const 0
;;     i32.store v5, v6
;;     return v0
;;   }
;;   func f4 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 16
;;     v2 = i32.const 1
;;     i32.store v1, v2
;;     br_if v0, b2, b3
;;   b1(v7: i32):
;;     return v7
;;   b2:
;;     v3 = i32.const 16
;;     v4 = i32.const 2
;;     i32.store v3, v4
;;     jump b1(v4)
;;   b3:
;;     jump b1(v2)
;;   }
;; }
