;; Stores to two memories are not adjacent.
;; test: pass slp-vectorize,dce
;; features: simd
;; run: f(256) == 256
(module
  (memory (export "memory") 1)
  (memory $n (export "second") 1)
  (func (export "f") (param $a i32) (result i32)
    (drop (i32.load offset=32 (local.get $a)))
    (drop (i32.load $n offset=32 (local.get $a)))
    (i32.store  offset=0 (local.get $a) (local.get $a))
    (i32.store  offset=4 (local.get $a) (local.get $a))
    (i32.store $n offset=8 (local.get $a) (local.get $a))
    (i32.store $n offset=12 (local.get $a) (local.get $a))
    (i32.load (local.get $a)))
)

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   memory m1 : i32 1.. "n"
;;   export "memory" m0
;;   export "second" m1
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.load v0 offset=32
;;     v2 = i32.load v0 offset=32 memory=m1
;;     i32.store v0, v0
;;     i32.store v0, v0 offset=4
;;     i32.store v0, v0 offset=8 memory=m1
;;     i32.store v0, v0 offset=12 memory=m1
;;     v3 = i32.load v0
;;     return v3
;;   }
;; }
