;; A load behind the first store shows nothing of that; neither does one that reaches less far.
;; test: pass slp-vectorize,dce
;; features: simd
;; run: f(256, 5) == 5
;; run: f(65528, 5) == trap
;; run: g(65521, 5) == trap
(module
  (memory (export "memory") 1)
  (func $f (export "f") (param $a i32) (param $b i32) (result i32) (local $x i32)
    (i32.store (local.get $a) (local.get $b))
    (local.set $x (i32.load offset=12 (local.get $a)))
    (i32.store offset=4 (local.get $a) (local.get $b))
    (i32.store offset=8 (local.get $a) (local.get $b))
    (i32.store offset=12 (local.get $a) (local.get $b))
    (i32.add (local.get $x) (i32.load (local.get $a))))
  (func $g (export "g") (param $a i32) (param $b i32) (result i32) (local $x i32)
    (local.set $x (i32.load offset=11 (local.get $a)))
    (i32.store offset=0 (local.get $a) (local.get $b))
    (i32.store offset=4 (local.get $a) (local.get $b))
    (i32.store offset=8 (local.get $a) (local.get $b))
    (i32.store offset=12 (local.get $a) (local.get $b))
    (i32.add (local.get $x) (i32.load (local.get $a))))
  (func (export "late") (result i32) (call $f (i32.const 65528) (i32.const 9)))
  (func (export "short") (result i32) (call $g (i32.const 65521) (i32.const 9)))
)

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   ty1 = func () -> (i32)
;;   memory m0 : i32 1..
;;   export "memory" m0
;;   export "f" f0
;;   export "g" f1
;;   export "late" f2
;;   export "short" f3
;;   func f0 : ty0 "f" {
;;   b0(v0: i32, v1: i32):
;;     i32.store v0, v1
;;     v3 = i32.load v0 offset=12
;;     i32.store v0, v1 offset=4
;;     i32.store v0, v1 offset=8
;;     i32.store v0, v1 offset=12
;;     v4 = i32.load v0
;;     v5 = i32.add v3, v4
;;     return v5
;;   }
;;   func f1 : ty0 "g" {
;;   b0(v0: i32, v1: i32):
;;     v3 = i32.load v0 offset=11
;;     i32.store v0, v1
;;     i32.store v0, v1 offset=4
;;     i32.store v0, v1 offset=8
;;     i32.store v0, v1 offset=12
;;     v4 = i32.load v0
;;     v5 = i32.add v3, v4
;;     return v5
;;   }
;;   func f2 : ty1 {
;;   b0:
;;     v0 = i32.const 65528
;;     v1 = i32.const 9
;;     v2 = call f0 v0, v1
;;     return v2
;;   }
;;   func f3 : ty1 {
;;   b0:
;;     v0 = i32.const 65521
;;     v1 = i32.const 9
;;     v2 = call f1 v0, v1
;;     return v2
;;   }
;; }
