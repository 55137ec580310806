;; Memory grows between the stores, so that the later ones are in bounds.
;; test: pass slp-vectorize,dce
;; features: simd
;; run: f(65528) == 65528
(module
  (memory (export "memory") 1 2)
  (func (export "f") (param $a i32) (result i32)
    (i32.store offset=0 (local.get $a) (local.get $a))
    (i32.store offset=4 (local.get $a) (local.get $a))
    (drop (memory.grow (i32.const 1)))
    (i32.store offset=8 (local.get $a) (local.get $a))
    (i32.store offset=12 (local.get $a) (local.get $a))
    (i32.load offset=12 (local.get $a)))
)

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..2
;;   export "memory" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     i32.store v0, v0
;;     i32.store v0, v0 offset=4
;;     v1 = i32.const 1
;;     v2 = memory.grow m0 v1
;;     i32.store v0, v0 offset=8
;;     i32.store v0, v0 offset=12
;;     v3 = i32.load v0 offset=12
;;     return v3
;;   }
;; }
