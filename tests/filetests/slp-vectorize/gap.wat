;; Stores with a gap, and some that overlap, are not adjacent.
;; test: pass slp-vectorize,dce
;; features: simd
;; run: f(256) == 256
;; run: g(256) == 16777217
(module
  (memory (export "memory") 1)
  (func (export "f") (param $a i32) (result i32)
    (drop (i32.load offset=32 (local.get $a)))
    (i32.store offset=0 (local.get $a) (local.get $a))
    (i32.store offset=4 (local.get $a) (local.get $a))
    (i32.store offset=12 (local.get $a) (local.get $a))
    (i32.store offset=16 (local.get $a) (local.get $a))
    (i32.load (local.get $a)))
  (func (export "g") (param $a i32) (result i32)
    (drop (i32.load offset=32 (local.get $a)))
    (i32.store offset=0 (local.get $a) (i32.const 1))
    (i32.store offset=3 (local.get $a) (i32.const 1))
    (i32.store offset=6 (local.get $a) (i32.const 1))
    (i32.store offset=9 (local.get $a) (i32.const 1))
    (i32.load (local.get $a)))
)

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "memory" m0
;;   export "f" f0
;;   export "g" f1
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.load v0 offset=32
;;     i32.store v0, v0
;;     i32.store v0, v0 offset=4
;;     i32.store v0, v0 offset=12
;;     i32.store v0, v0 offset=16
;;     v2 = i32.load v0
;;     return v2
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.load v0 offset=32
;;     v2 = i32.const 1
;;     i32.store v0, v2
;;     v3 = i32.const 1
;;     i32.store v0, v3 offset=3
;;     v4 = i32.const 1
;;     i32.store v0, v4 offset=6
;;     v5 = i32.const 1
;;     i32.store v0, v5 offset=9
;;     v6 = i32.load v0
;;     return v6
;;   }
;; }
