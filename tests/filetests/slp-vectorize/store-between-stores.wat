;; A store through another pointer may be to the same bytes.
;; test: pass slp-vectorize,dce
;; features: simd
;; run: f(256, 600) == 256
;; run: f(256, 252) == 256
;; run: f(600, 600) == 600
;; run: f(256, 244) == 256
(module
  (memory (export "memory") 1)
  (func (export "f") (param $a i32) (param $b i32) (result i32)
    (drop (i32.load offset=12 (local.get $a)))
    (drop (i32.load offset=12 (local.get $b)))
    (i32.store offset=0 (local.get $a) (local.get $a))
    (i32.store offset=4 (local.get $a) (local.get $a))
    (i32.store offset=8 (local.get $a) (local.get $a))
    (i32.store offset=12 (local.get $b) (i32.const 7))
    (i32.store offset=12 (local.get $a) (local.get $a))
    (i32.load offset=12 (local.get $a)))
  (func (export "other") (result i32) (call 0 (i32.const 1024) (i32.const 1020)))
)

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   ty1 = func () -> (i32)
;;   memory m0 : i32 1..
;;   export "memory" m0
;;   export "f" f0
;;   export "other" f1
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.load v0 offset=12
;;     v3 = i32.load v1 offset=12
;;     i32.store v0, v0
;;     i32.store v0, v0 offset=4
;;     i32.store v0, v0 offset=8
;;     v4 = i32.const 7
;;     i32.store v1, v4 offset=12
;;     i32.store v0, v0 offset=12
;;     v5 = i32.load v0 offset=12
;;     return v5
;;   }
;;   func f1 : ty1 {
;;   b0:
;;     v0 = i32.const 1024
;;     v1 = i32.const 1020
;;     v2 = call f0 v0, v1
;;     return v2
;;   }
;; }
