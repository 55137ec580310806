;; Of four stores upwards the third may be the first that traps: memory is seen after that.
;; test: pass slp-vectorize,dce
;; features: simd
;; run: f(256, 5) == 5
;; run: f(65528, 5) == trap
(module
  (memory (export "memory") 1)
  (func $f (export "f") (param $a i32) (param $b i32) (result i32)
    (i32.store offset=0 (local.get $a) (local.get $b))
    (i32.store offset=4 (local.get $a) (local.get $b))
    (i32.store offset=8 (local.get $a) (local.get $b))
    (i32.store offset=12 (local.get $a) (local.get $b))
    (i32.load (local.get $a)))
  (func (export "g") (result i32) (call $f (i32.const 65528) (i32.const 9)))
  (func (export "h") (result i32) (call $f (i32.const 65523) (i32.const 9)))
)

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   ty1 = func () -> (i32)
;;   memory m0 : i32 1..
;;   export "memory" m0
;;   export "f" f0
;;   export "g" f1
;;   export "h" f2
;;   func f0 : ty0 "f" {
;;   b0(v0: i32, v1: i32):
;;     i32.store v0, v1
;;     i32.store v0, v1 offset=4
;;     i32.store v0, v1 offset=8
;;     i32.store v0, v1 offset=12
;;     v2 = i32.load v0
;;     return v2
;;   }
;;   func f1 : ty1 {
;;   b0:
;;     v0 = i32.const 65528
;;     v1 = i32.const 9
;;     v2 = call f0 v0, v1
;;     return v2
;;   }
;;   func f2 : ty1 {
;;   b0:
;;     v0 = i32.const 65523
;;     v1 = i32.const 9
;;     v2 = call f0 v0, v1
;;     return v2
;;   }
;; }
