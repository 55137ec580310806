;; A load between the stores may trap, when the first ones are done.
;; test: pass slp-vectorize,dce
;; features: simd
;; run: f(256, 256) == 0
;; run: f(256, 65536) == trap
(module
  (memory (export "memory") 1)
  (func $f (export "f") (param $a i32) (param $b i32) (result i32) (local $x i32)
    (drop (i32.load offset=12 (local.get $a)))
    (i32.store offset=0 (local.get $a) (local.get $a))
    (i32.store offset=4 (local.get $a) (local.get $a))
    (local.set $x (i32.load offset=32 (local.get $b)))
    (i32.store offset=8 (local.get $a) (local.get $a))
    (i32.store offset=12 (local.get $a) (local.get $a))
    (local.get $x))
  (func (export "g") (result i32) (call $f (i32.const 1024) (i32.const 65530)))
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
;;     v3 = i32.load v0 offset=12
;;     i32.store v0, v0
;;     i32.store v0, v0 offset=4
;;     v4 = i32.load v1 offset=32
;;     i32.store v0, v0 offset=8
;;     i32.store v0, v0 offset=12
;;     return v4
;;   }
;;   func f1 : ty1 {
;;   b0:
;;     v0 = i32.const 1024
;;     v1 = i32.const 65530
;;     v2 = call f0 v0, v1
;;     return v2
;;   }
;; }
