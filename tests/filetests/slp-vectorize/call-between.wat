;; A call between the stores sees those ahead of it.
;; test: pass slp-vectorize,dce
;; features: simd
;; run: f(256) == 256
(module
  (memory (export "memory") 1)
  (func $first (param $a i32) (result i32) (i32.load (local.get $a)))
  (func (export "f") (param $a i32) (result i32) (local $x i32)
    (drop (i32.load offset=12 (local.get $a)))
    (i32.store offset=0 (local.get $a) (local.get $a))
    (i32.store offset=4 (local.get $a) (local.get $a))
    (local.set $x (call $first (local.get $a)))
    (i32.store offset=8 (local.get $a) (local.get $a))
    (i32.store offset=12 (local.get $a) (local.get $a))
    (local.get $x))
)

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "memory" m0
;;   export "f" f1
;;   func f0 : ty0 "first" {
;;   b0(v0: i32):
;;     v1 = i32.load v0
;;     return v1
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32):
;;     v2 = i32.load v0 offset=12
;;     i32.store v0, v0
;;     i32.store v0, v0 offset=4
;;     v3 = call f0 v0
;;     i32.store v0, v0 offset=8
;;     i32.store v0, v0 offset=12
;;     return v3
;;   }
;; }
