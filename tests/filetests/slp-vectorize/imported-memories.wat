;; Two imported memories may be the same one: a load of the other may see the stores.
;; test: pass slp-vectorize,dce
;; features: simd
(module
  (import "env" "m" (memory $m 1))
  (import "env" "n" (memory $n 1))
  (export "memory" (memory $m))
  (func (export "f") (param $a i32) (result i32) (local $x i32)
    (drop (i32.load offset=12 (local.get $a)))
    (drop (i32.load $n offset=12 (local.get $a)))
    (i32.store offset=0 (local.get $a) (local.get $a))
    (i32.store offset=4 (local.get $a) (local.get $a))
    (local.set $x (i32.load $n (local.get $a)))
    (i32.store offset=8 (local.get $a) (local.get $a))
    (i32.store offset=12 (local.get $a) (local.get $a))
    (local.get $x))
)

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   import m0 "env" "m" : i32 1.. "m"
;;   import m1 "env" "n" : i32 1.. "n"
;;   export "memory" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v2 = i32.load v0 offset=12
;;     v3 = i32.load v0 offset=12 memory=m1
;;     i32.store v0, v0
;;     i32.store v0, v0 offset=4
;;     v4 = i32.load v0 memory=m1
;;     i32.store v0, v0 offset=8
;;     i32.store v0, v0 offset=12
;;     return v4
;;   }
;; }
