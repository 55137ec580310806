;; A load through another pointer sees what was stored ahead of it.
;; test: pass slp-vectorize,dce
;; features: simd
;; run: f(256, 256) == 256
;; run: f(256, 260) == 0
;; run: f(256, 600) == 0
(module
  (memory (export "memory") 1)
  (func (export "f") (param $a i32) (param $b i32) (result i32) (local $x i32)
    (drop (i32.load offset=12 (local.get $a)))
    (drop (i32.load offset=12 (local.get $b)))
    (i32.store offset=0 (local.get $a) (local.get $a))
    (i32.store offset=4 (local.get $a) (local.get $a))
    (i32.store offset=8 (local.get $a) (local.get $a))
    (local.set $x (i32.load offset=8 (local.get $b)))
    (i32.store offset=12 (local.get $a) (local.get $a))
    (local.get $x))
)

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "memory" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v3 = i32.load v0 offset=12
;;     v4 = i32.load v1 offset=12
;;     i32.store v0, v0
;;     i32.store v0, v0 offset=4
;;     i32.store v0, v0 offset=8
;;     v5 = i32.load v1 offset=8
;;     i32.store v0, v0 offset=12
;;     return v5
;;   }
;; }
