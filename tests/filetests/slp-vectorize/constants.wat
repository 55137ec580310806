;; Constants are one constant; zeros, too.
;; test: pass slp-vectorize,dce
;; features: simd
;; run: f() == 4
;; run: g() == 0
(module
  (memory (export "memory") 1)
  (func (export "f") (result i32)
    (i32.store offset=0 (i32.const 1024) (i32.const 1))
    (i32.store offset=4 (i32.const 1024) (i32.const 2))
    (i32.store offset=8 (i32.const 1024) (i32.const 3))
    (i32.store offset=12 (i32.const 1024) (i32.const 4))
    (i32.load (i32.const 1036)))
  (func (export "g") (result i32)
    (i32.store8 offset=0 (i32.const 1024) (i32.const 0))
    (i32.store8 offset=1 (i32.const 1024) (i32.const 0))
    (i32.store8 offset=2 (i32.const 1024) (i32.const 0))
    (i32.store8 offset=3 (i32.const 1024) (i32.const 0))
    (i32.store8 offset=4 (i32.const 1024) (i32.const 0))
    (i32.store8 offset=5 (i32.const 1024) (i32.const 0))
    (i32.store8 offset=6 (i32.const 1024) (i32.const 0))
    (i32.store8 offset=7 (i32.const 1024) (i32.const 0))
    (i32.store8 offset=8 (i32.const 1024) (i32.const 0))
    (i32.store8 offset=9 (i32.const 1024) (i32.const 0))
    (i32.store8 offset=10 (i32.const 1024) (i32.const 0))
    (i32.store8 offset=11 (i32.const 1024) (i32.const 0))
    (i32.store8 offset=12 (i32.const 1024) (i32.const 0))
    (i32.store8 offset=13 (i32.const 1024) (i32.const 0))
    (i32.store8 offset=14 (i32.const 1024) (i32.const 0))
    (i32.store8 offset=15 (i32.const 1024) (i32.const 0))
    (i32.load (i32.const 1036)))
)

;; expect:
;; module {
;;   ty0 = func () -> (i32)
;;   memory m0 : i32 1..
;;   export "memory" m0
;;   export "f" f0
;;   export "g" f1
;;   func f0 : ty0 {
;;   b0:
;;     v0 = i32.const 1024
;;     v10 = v128.const 0x00000004000000030000000200000001
;;     v128.store v0, v10 align=4
;;     v8 = i32.const 1036
;;     v9 = i32.load v8
;;     return v9
;;   }
;;   func f1 : ty0 {
;;   b0:
;;     v0 = i32.const 1024
;;     v34 = v128.const 0x00000000000000000000000000000000
;;     v128.store v0, v34 align=1
;;     v32 = i32.const 1036
;;     v33 = i32.load v32
;;     return v33
;;   }
;; }
