;; Stores to a shared memory are left alone: another thread may see each.
;; test: pass slp-vectorize,dce
;; features: simd
;; run: f(256) == 5
(module
  (memory (export "memory") 1 1 shared)
  (func (export "f") (param $a i32) (result i32)
    (drop (i32.load offset=12 (local.get $a)))
    (i32.store offset=0 (local.get $a) (i32.const 5))
    (i32.store offset=4 (local.get $a) (i32.const 5))
    (i32.store offset=8 (local.get $a) (i32.const 5))
    (i32.store offset=12 (local.get $a) (i32.const 5))
    (i32.load (local.get $a)))
)

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : shared i32 1..1
;;   export "memory" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.load v0 offset=12
;;     v2 = i32.const 5
;;     i32.store v0, v2
;;     v3 = i32.const 5
;;     i32.store v0, v3 offset=4
;;     v4 = i32.const 5
;;     i32.store v0, v4 offset=8
;;     v5 = i32.const 5
;;     i32.store v0, v5 offset=12
;;     v6 = i32.load v0
;;     return v6
;;   }
;; }
