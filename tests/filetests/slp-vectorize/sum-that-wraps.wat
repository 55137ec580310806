;; A sum that is an address may wrap: the third store is at the start of memory then.
;; test: pass slp-vectorize,dce
;; features: simd
;; run: f(-8, 5) == trap
;; run: f(256, 5) == 5
(module
  (memory (export "memory") 1)
  (func $f (export "f") (param $a i32) (param $b i32) (result i32) (local $c i32)
    (local.set $c (i32.add (local.get $a) (i32.const 8)))
    (i32.store offset=4 (local.get $c) (local.get $b))
    (i32.store (local.get $c) (local.get $b))
    (i32.store offset=4 (local.get $a) (local.get $b))
    (i32.store (local.get $a) (local.get $b))
    (i32.load (local.get $a)))
  (func (export "g") (result i32) (call $f (i32.const -8) (i32.const 9)))
)

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   ty1 = func () -> (i32)
;;   memory m0 : i32 1..
;;   export "memory" m0
;;   export "f" f0
;;   export "g" f1
;;   func f0 : ty0 "f" {
;;   b0(v0: i32, v1: i32):
;;     v3 = i32.const 8
;;     v4 = i32.add v0, v3
;;     i32.store v4, v1 offset=4
;;     i32.store v4, v1
;;     i32.store v0, v1 offset=4
;;     i32.store v0, v1
;;     v5 = i32.load v0
;;     return v5
;;   }
;;   func f1 : ty1 {
;;   b0:
;;     v0 = i32.const -8
;;     v1 = i32.const 9
;;     v2 = call f0 v0, v1
;;     return v2
;;   }
;; }
