;; A load on all paths shows that the stores are in bounds.
;; test: pass slp-vectorize,dce
;; features: simd
;; run: f(256, 1) == 1
;; run: f(65520, 1) == 1
;; run: f(65524, 1) == trap
(module
  (memory (export "memory") 1)
  (func (export "f") (param $a i32) (param $b i32) (result i32)
    (if (i32.load offset=12 (local.get $a)) (then (return (i32.const 7))))
    (if (local.get $b) (then
    (i32.store offset=0 (local.get $a) (local.get $b))
    (i32.store offset=4 (local.get $a) (local.get $b))
    (i32.store offset=8 (local.get $a) (local.get $b))
    (i32.store offset=12 (local.get $a) (local.get $b))
    ))
    (i32.load offset=12 (local.get $a)))
)

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "memory" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.load v0 offset=12
;;     br_if v2, b2, b3
;;   b1:
;;     br_if v1, b5, b6
;;   b2:
;;     v3 = i32.const 7
;;     return v3
;;   b3:
;;     jump b1
;;   b4:
;;     v4 = i32.load v0 offset=12
;;     return v4
;;   b5:
;;     v5 = i32x4.splat v1
;;     v128.store v0, v5 align=4
;;     jump b4
;;   b6:
;;     jump b4
;;   }
;; }
