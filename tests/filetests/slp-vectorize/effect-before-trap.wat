;; A store that may trap stays ahead of other effects: the farthest one first is not enough.
;; test: pass slp-vectorize,dce
;; features: simd
;; run: f(256, 5) == 5
;; run: f(65528, 5) == trap
(module
  (memory (export "memory") 1)
  (global $g (export "g0") (mut i32) (i32.const 0))
  (func $f (export "f") (param $a i32) (param $b i32) (result i32)
    (i32.store offset=12 (local.get $a) (local.get $b))
    (global.set $g (i32.const 1))
    (i32.store offset=0 (local.get $a) (local.get $b))
    (i32.store offset=4 (local.get $a) (local.get $b))
    (i32.store offset=8 (local.get $a) (local.get $b))
    (i32.load (local.get $a)))
  (func (export "g") (result i32) (call $f (i32.const 65524) (i32.const 9)))
)

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   ty1 = func () -> (i32)
;;   memory m0 : i32 1..
;;   global g0 : mut i32 "g" = i32.const 0
;;   export "memory" m0
;;   export "g0" g0
;;   export "f" f0
;;   export "g" f1
;;   func f0 : ty0 "f" {
;;   b0(v0: i32, v1: i32):
;;     i32.store v0, v1 offset=12
;;     v2 = i32.const 1
;;     global.set g0 v2
;;     i32.store v0, v1
;;     i32.store v0, v1 offset=4
;;     i32.store v0, v1 offset=8
;;     v3 = i32.load v0
;;     return v3
;;   }
;;   func f1 : ty1 {
;;   b0:
;;     v0 = i32.const 65524
;;     v1 = i32.const 9
;;     v2 = call f0 v0, v1
;;     return v2
;;   }
;; }
